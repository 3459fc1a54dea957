/**
 * Suburbs by region; the format is described in `gazetteer.ts`. Data from the suburbs file of Michal Sniatala (MIT).
 */
export const newSouthWalesAndAct = `
= NSW | Greater Sydney | Australia/Sydney
Annandale | 2038 | Inner West | -33.87982 | 151.16973 | 9451
Ashfield | 2131 | Inner West | -33.88947 | 151.12753 | 23841
Auburn | 2144 | Cumberland | -33.85787 | 151.02827 | 37366
Avoca Beach | 2251 | Central Coast | -33.46746 | 151.42812 | 4584
Balmain | 2041 | Inner West | -33.85833 | 151.18067 | 10453
Bankstown | 2200 | Canterbury-Bankstown | -33.91991 | 151.03125 | 32113
Baulkham Hills | 2153 | The Hills Shire | -33.74634 | 150.98287 | 37050
Bexley | 2207 | Rockdale | -33.95213 | 151.11830 | 19733
Blacktown | 2148 | Blacktown | -33.77655 | 150.90338 | 47176
Bondi | 2026 | Waverley | -33.89314 | 151.26703 | 10045
Bondi Beach | 2026 | Waverley | -33.89095 | 151.27247 | 11656
Burwood | 2134 | Burwood | -33.87838 | 151.10412 | 16030
Cabramatta | 2166 | Fairfield | -33.89828 | 150.93609 | 21783
Campsie | 2194 | Canterbury-Bankstown | -33.91457 | 151.10339 | 24541
Caringbah South | 2229 | Sutherland Shire | -34.05314 | 151.12050 | 12242
Carlingford | 2118 | Parramatta | -33.77523 | 151.04540 | 24394
Castle Hill | 2154 | The Hills Shire | -33.72933 | 150.99777 | 39594
Casula | 2170 | Liverpool | -33.95198 | 150.89671 | 15662
Chatswood | 2067 | Willoughby | -33.79580 | 151.18087 | 24913
Cherrybrook | 2126 | Hornsby | -33.72178 | 151.04593 | 18765
Coogee | 2034 | Randwick | -33.91965 | 151.25639 | 15212
Cranebrook | 2749 | Penrith | -33.70698 | 150.70828 | 15759
Cronulla | 2230 | Sutherland Shire | -34.05635 | 151.15411 | 18070
Dee Why | 2099 | Northern Beaches | -33.75117 | 151.29037 | 21518
Double Bay | 2028 | Woollahra | -33.87908 | 151.24315 | 4642
Earlwood | 2206 | Canterbury-Bankstown | -33.92492 | 151.13127 | 17741
Eastwood | 2122 | Parramatta | -33.78849 | 151.08514 | 17865
Engadine | 2233 | Sutherland Shire | -34.05778 | 151.01793 | 17375
Epping | 2121 | Parramatta | -33.77377 | 151.07681 | 23688
Fairfield | 2165 | Fairfield | -33.86904 | 150.95102 | 18081
Freshwater | 2096 | Northern Beaches | -33.77603 | 151.28481 | 8866
Glebe | 2037 | Sydney | -33.87781 | 151.18626 | 11532
Glenmore Park | 2745 | Penrith | -33.79317 | 150.68049 | 23004
Glenwood | 2768 | Blacktown | -33.73755 | 150.93545 | 16130
Greenacre | 2190 | Canterbury-Bankstown | -33.89890 | 151.05729 | 24373
Greystanes | 2145 | Cumberland | -33.82378 | 150.93855 | 22802
Guildford | 2161 | Cumberland | -33.85861 | 150.98884 | 22331
Hornsby | 2077 | Hornsby | -33.69724 | 151.10055 | 22168
Hurstville | 2220 | Georges River | -33.96268 | 151.10060 | 29822
Kellyville | 2155 | The Hills Shire | -33.69583 | 150.95622 | 27971
Lakemba | 2195 | Canterbury-Bankstown | -33.91825 | 151.07547 | 17023
Lane Cove North | 2066 | Lane Cove | -33.80570 | 151.16111 | 11436
Leichhardt | 2040 | Inner West | -33.88143 | 151.15595 | 14625
Lidcombe | 2141 | Cumberland | -33.86491 | 151.04789 | 19627
Liverpool | 2170 | Liverpool | -33.92148 | 150.91654 | 27084
Manly | 2095 | Northern Beaches | -33.80338 | 151.29117 | 15866
Maroubra | 2035 | Randwick | -33.94543 | 151.24625 | 30688
Marrickville | 2204 | Inner West | -33.91228 | 151.15592 | 26592
Merrylands | 2160 | Cumberland | -33.83511 | 150.98511 | 29653
Mosman | 2088 | Mosman | -33.82846 | 151.24866 | 28475
Mount Druitt | 2770 | Blacktown | -33.76791 | 150.81360 | 16726
Neutral Bay | 2089 | North Sydney | -33.83489 | 151.21821 | 10488
Newtown | 2042 | Inner West | -33.89994 | 151.18038 | 15029
Paddington | 2021 | Sydney | -33.88334 | 151.22781 | 12911
Parramatta | 2150 | Parramatta | -33.81479 | 151.00875 | 25798
Penrith | 2750 | Penrith | -33.74515 | 150.68955 | 13295
Punchbowl | 2196 | Canterbury-Bankstown | -33.92907 | 151.05159 | 20236
Quakers Hill | 2763 | Blacktown | -33.72826 | 150.88995 | 27080
Randwick | 2031 | Randwick | -33.91839 | 151.24013 | 29986
Redfern | 2016 | Sydney | -33.89313 | 151.20653 | 13213
Rockdale | 2216 | Rockdale | -33.95426 | 151.14040 | 15534
Ryde | 2112 | Ryde | -33.80780 | 151.11399 | 26499
Seven Hills | 2147 | Blacktown | -33.77743 | 150.94272 | 19326
South Penrith | 2750 | Penrith | -33.77340 | 150.69863 | 11790
St Clair | 2759 | Penrith | -33.79794 | 150.78794 | 19897
St Ives | 2075 | Ku-ring-gai | -33.72491 | 151.16978 | 17300
Strathfield | 2135 | Burwood | -33.87913 | 151.08118 | 25813
Surry Hills | 2010 | Sydney | -33.88447 | 151.21001 | 16412
Sutherland | 2232 | Sutherland Shire | -34.03269 | 151.05520 | 10816
Sydney | 2000 | Sydney | -33.86794 | 151.20998 | 17252
Terrigal | 2260 | Central Coast | -33.44581 | 151.42873 | 11349
The Ponds | 2769 | Blacktown | -33.70612 | 150.90622 | 11731
Umina Beach | 2257 | Central Coast | -33.51940 | 151.31264 | 16733
Vaucluse | 2030 | Waverley | -33.85577 | 151.27607 | 9337
Wahroonga | 2076 | Hornsby | -33.72353 | 151.11725 | 17371
West Pennant Hills | 2125 | The Hills Shire | -33.74763 | 151.03335 | 16374
Westmead | 2145 | Cumberland | -33.80918 | 150.98696 | 16309
Woy Woy | 2256 | Central Coast | -33.50285 | 151.29727 | 10643
Yagoona | 2199 | Canterbury-Bankstown | -33.90422 | 151.02148 | 18013
= NSW | Rest of NSW | Australia/Sydney
Albury | 2640 | Albury | -36.07352 | 146.91573 | 4804
Armidale | 2350 | Armidale Regional | -30.50195 | 151.66739 | 23352
Ballina | 2478 | Ballina | -28.83481 | 153.55796 | 8655
Banora Point | 2486 | Tweed | -28.22439 | 153.53469 | 16167
Bathurst | 2795 | Bathurst Regional | -33.41899 | 149.57822 | 6932
Boambee East | 2452 | Coffs Harbour | -30.34564 | 153.07849 | 5243
Broken Hill | 2880 | Broken Hill | -32.35272 | 141.62697 | 17814
Byron Bay | 2481 | Byron | -28.64690 | 153.60284 | 5521
Coffs Harbour | 2450 | Coffs Harbour | -30.30894 | 153.09979 | 25752
Dubbo | 2830 | Western Plains Regional | -32.28141 | 148.60433 | 38943
East Albury | 2640 | Albury | -36.09041 | 146.93912 | 6098
East Ballina | 2478 | Ballina | -28.85856 | 153.58891 | 5571
East Tamworth | 2340 | Tamworth Regional | -31.09867 | 150.95268 | 5342
Figtree | 2525 | Wollongong | -34.43060 | 150.85004 | 11564
Goulburn | 2580 | Goulburn Mulwaree | -34.74470 | 149.72375 | 22419
Griffith | 2680 | Griffith | -34.27539 | 146.04315 | 18196
Hamilton | 2303 | Newcastle | -32.92145 | 151.74395 | 4229
Kelso | 2795 | Bathurst Regional | -33.42860 | 149.62263 | 8968
Kiama | 2533 | Kiama | -34.67189 | 150.84549 | 6881
Kiama Downs | 2533 | Kiama | -34.63981 | 150.84552 | 5004
Kooringal | 2650 | Wagga Wagga | -35.13761 | 147.37414 | 7227
Merewether | 2291 | Newcastle | -32.94755 | 151.74229 | 10964
Newcastle | 2300 | Newcastle | -32.92906 | 151.77358 | 2753
Orange | 2800 | Cabonne | -33.25104 | 149.06176 | 38097
Port Macquarie | 2444 | Port Macquarie-Hastings | -31.46015 | 152.89249 | 44830
South Tamworth | 2340 | Tamworth Regional | -31.11315 | 150.92041 | 6565
Suffolk Park | 2481 | Byron | -28.68632 | 153.60818 | 3750
Taree | 2430 | Mid-Coast | -31.89169 | 152.45546 | 16197
Tweed Heads South | 2486 | Tweed | -28.19876 | 153.53644 | 7615
Wagga Wagga | 2650 | Wagga Wagga | -35.10708 | 147.36059 | 7104
Wollongong | 2500 | Wollongong | -34.42826 | 150.89296 | 18442
= ACT | Australian Capital Territory | Australia/Sydney
Ainslie | 2602 | Unincorporated | -35.26332 | 149.14820 | 5189
Belconnen | 2617 | Unincorporated | -35.23607 | 149.06827 | 6657
Braddon | 2612 | Unincorporated | -35.26984 | 149.13669 | 5500
Dickson | 2602 | Unincorporated | -35.25402 | 149.14391 | 2149
Griffith | 2603 | Unincorporated | -35.32651 | 149.13936 | 4575
Gungahlin | 2912 | Unincorporated | -35.18774 | 149.13763 | 6134
Harrison | 2914 | Unincorporated | -35.19722 | 149.15632 | 7687
Kaleen | 2617 | Unincorporated | -35.22669 | 149.10856 | 7271
Kambah | 2902 | Unincorporated | -35.38641 | 149.06101 | 14900
Kingston | 2604 | Unincorporated | -35.31448 | 149.14556 | 4424
Narrabundah | 2604 | Unincorporated | -35.33512 | 149.14908 | 5960
Ngunnawal | 2913 | Unincorporated | -35.17136 | 149.11337 | 10486
Wanniassa | 2903 | Unincorporated | -35.39737 | 149.08930 | 7512
Watson | 2602 | Unincorporated | -35.23478 | 149.15821 | 5862
`;
