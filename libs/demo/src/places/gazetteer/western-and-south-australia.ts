/**
 * Suburbs by region; the format is described in `gazetteer.ts`. Data from the suburbs file of Michal Sniatala (MIT).
 */
export const westernAndSouthAustralia = `
= WA | Greater Perth | Australia/Perth
Aveley | 6069 | Swan | -31.78064 | 115.99093 | 10173
Baldivis | 6171 | Rockingham | -32.33104 | 115.83324 | 31653
Ballajura | 6066 | Swan | -31.83838 | 115.89717 | 18704
Beechboro | 6063 | Swan | -31.86762 | 115.93616 | 9061
Byford | 6122 | Serpentine-Jarrahdale | -32.22056 | 115.99916 | 14908
Canning Vale | 6155 | Canning | -32.08471 | 115.91799 | 33059
Claremont | 6010 | Claremont | -31.98127 | 115.78051 | 8148
Cottesloe | 6011 | Cottesloe | -31.99905 | 115.75975 | 7375
Darling Downs | 6122 | Serpentine-Jarrahdale | -32.19330 | 115.99433 | 1200
Dianella | 6059 | Stirling | -31.88901 | 115.87147 | 23486
Duncraig | 6023 | Joondalup | -31.83122 | 115.77859 | 15268
Ellenbrook | 6069 | Swan | -31.76808 | 115.98899 | 22681
Fremantle | 6160 | Fremantle | -32.05257 | 115.75588 | 8211
Gosnells | 6110 | Gosnells | -32.08756 | 115.99499 | 20293
Halls Head | 6210 | Mandurah | -32.54178 | 115.69258 | 13870
Hamilton Hill | 6163 | Cockburn | -32.08452 | 115.77982 | 10387
Joondalup | 6027 | Joondalup | -31.73987 | 115.77091 | 9090
Kingsley | 6026 | Joondalup | -31.81000 | 115.80022 | 13059
Leederville | 6007 | Vincent | -31.93330 | 115.83902 | 3158
Mandurah | 6210 | Mandurah | -32.52416 | 115.73004 | 7837
Morley | 6062 | Bayswater | -31.88974 | 115.90674 | 21530
Mount Lawley | 6050 | Bayswater | -31.93105 | 115.87569 | 11125
Nedlands | 6009 | Nedlands | -31.97867 | 115.80332 | 10194
Perth | 6000 | Perth | -31.94953 | 115.86127 | 11425
Scarborough | 6019 | Stirling | -31.89585 | 115.76528 | 15467
South Perth | 6151 | South Perth | -31.97637 | 115.86408 | 12053
Stirling | 6021 | Stirling | -31.88407 | 115.81212 | 9676
Subiaco | 6008 | Cambridge | -31.94863 | 115.82459 | 9202
Thornlie | 6108 | Gosnells | -32.06138 | 115.95424 | 23153
Victoria Park | 6100 | Victoria Park | -31.97637 | 115.89275 | 8777
Wanneroo | 6065 | Wanneroo | -31.75294 | 115.81028 | 12067
Willetton | 6155 | Canning | -32.05398 | 115.88783 | 18187
= WA | Rest of WA | Australia/Perth
Albany | 6330 | Albany | -35.02552 | 117.88419 | 1313
Broome | 6725 | Broome | -17.95845 | 122.23457 | 4042
Bunbury | 6230 | Bunbury | -33.31917 | 115.64218 | 3740
Busselton | 6280 | Busselton | -33.65626 | 115.34957 | 1878
Cable Beach | 6726 | Broome | -17.94893 | 122.20790 | 5436
Geraldton | 6530 | Greater Geraldton | -28.77587 | 114.61108 | 3148
Kalgoorlie | 6430 | Kalgoorlie/Boulder | -30.75213 | 121.46851 | 3901
Margaret River | 6285 | Augusta-Margaret River | -33.96666 | 115.05290 | 7654
Mount Tarcoola | 6530 | Greater Geraldton | -28.79744 | 114.62636 | 3197
South Bunbury | 6230 | Bunbury | -33.34964 | 115.63597 | 8419
South Kalgoorlie | 6430 | Kalgoorlie/Boulder | -30.76294 | 121.47960 | 4921
Spencer Park | 6330 | Albany | -35.00486 | 117.90052 | 3419
West Busselton | 6280 | Busselton | -33.65798 | 115.32267 | 8517
= SA | Greater Adelaide | Australia/Adelaide
Adelaide | 5000 | Adelaide | -34.92576 | 138.60075 | 15115
Brighton | 5048 | Holdfast Bay | -35.01776 | 138.52275 | 3564
Burnside | 5066 | Burnside | -34.94156 | 138.66712 | 2930
Glenelg | 5045 | Holdfast Bay | -34.98014 | 138.51482 | 3349
Hallett Cove | 5158 | Marion | -35.07410 | 138.51048 | 12301
Henley Beach | 5022 | Charles Sturt | -34.91627 | 138.49814 | 5988
Littlehampton | 5250 | Mount Barker | -35.04181 | 138.86536 | 3044
Mawson Lakes | 5095 | Salisbury | -34.81029 | 138.61290 | 13297
Morphett Vale | 5162 | Onkaparinga | -35.12083 | 138.52719 | 23140
Mount Barker | 5251 | Mount Barker | -35.08176 | 138.86599 | 13842
North Adelaide | 5006 | Adelaide | -34.90905 | 138.59475 | 6950
Norwood | 5067 | Norwood Payneham St Peters | -34.92135 | 138.63206 | 5953
Parafield Gardens | 5107 | Salisbury | -34.78359 | 138.61300 | 16945
Paralowie | 5108 | Salisbury | -34.75709 | 138.61191 | 16530
Prospect | 5082 | Prospect | -34.88320 | 138.59209 | 13280
Seaton | 5023 | Charles Sturt | -34.89312 | 138.51365 | 10365
Semaphore | 5019 | Port Adelaide Enfield | -34.83873 | 138.48306 | 2764
Sheidow Park | 5158 | Marion | -35.07559 | 138.52554 | 6677
Unley | 5061 | Unley | -34.94749 | 138.60783 | 4006
West Lakes | 5021 | Charles Sturt | -34.87340 | 138.49447 | 5787
Woodcroft | 5162 | Onkaparinga | -35.10838 | 138.56623 | 11156
= SA | Rest of SA | Australia/Adelaide
Encounter Bay | 5211 | Victor Harbor | -35.57111 | 138.59613 | 4901
Mount Gambier | 5290 | Mount Gambier | -37.82633 | 140.78064 | 25512
Murray Bridge | 5253 | Murray Bridge | -35.12941 | 139.26648 | 14560
Murray Bridge East | 5253 | Murray Bridge | -35.11780 | 139.31140 | 1111
Port Lincoln | 5606 | Lower Eyre Peninsula | -34.73343 | 135.85209 | 14120
Tanunda | 5352 | Barossa | -34.52487 | 138.96781 | 4588
Victor Harbor | 5211 | Victor Harbor | -35.55142 | 138.61792 | 4233
Whyalla Norrie | 5608 | Whyalla | -33.02683 | 137.54112 | 6608
Whyalla Stuart | 5608 | Whyalla | -33.03095 | 137.51665 | 6748
`;
