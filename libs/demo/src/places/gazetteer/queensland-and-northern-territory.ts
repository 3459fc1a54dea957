/**
 * Suburbs by region; the format is described in `gazetteer.ts`. Data from the suburbs file of Michal Sniatala (MIT).
 */
export const queenslandAndNorthernTerritory = `
= QLD | Greater Brisbane | Australia/Brisbane
Albany Creek | 4035 | Moreton Bay | -27.35367 | 152.96824 | 15769
Alexandra Hills | 4161 | Redland | -27.53916 | 153.22916 | 16254
Ascot | 4007 | Brisbane | -27.42985 | 153.06333 | 5777
Ashgrove | 4060 | Brisbane | -27.44296 | 152.98443 | 13039
Bracken Ridge | 4017 | Brisbane | -27.31731 | 153.03267 | 16936
Brisbane City | 4000 | Brisbane | -27.46971 | 153.02297 | 9460
Bulimba | 4171 | Brisbane | -27.44954 | 153.06040 | 6843
Burpengary | 4505 | Moreton Bay | -27.15539 | 152.95059 | 14022
Caboolture | 4510 | Moreton Bay | -27.06604 | 152.96865 | 26433
Caboolture South | 4510 | Moreton Bay | -27.09632 | 152.94886 | 5300
Calamvale | 4116 | Brisbane | -27.62191 | 153.04713 | 17124
Capalaba | 4157 | Redland | -27.54090 | 153.20350 | 17333
Carbrook | 4130 | Logan | -27.67285 | 153.25273 | 1216
Carindale | 4152 | Brisbane | -27.51143 | 153.11168 | 15740
Carseldine | 4034 | Brisbane | -27.34584 | 153.01778 | 9541
Cleveland | 4163 | Redland | -27.52929 | 153.26646 | 14801
Collingwood Park | 4301 | Ipswich | -27.62444 | 152.85631 | 7104
Coorparoo | 4151 | Brisbane | -27.49793 | 153.06172 | 16282
Deception Bay | 4508 | Moreton Bay | -27.18195 | 153.01323 | 19850
Eight Mile Plains | 4113 | Brisbane | -27.57884 | 153.09148 | 15322
Forest Lake | 4078 | Brisbane | -27.62095 | 152.96355 | 22904
Fortitude Valley | 4006 | Brisbane | -27.45621 | 153.03568 | 6978
Greenbank | 4124 | Logan | -27.69126 | 152.95595 | 7694
Inala | 4077 | Brisbane | -27.59093 | 152.97263 | 14849
Indooroopilly | 4068 | Brisbane | -27.50620 | 152.98204 | 12242
Kallangur | 4503 | Moreton Bay | -27.24937 | 152.99640 | 20405
Morayfield | 4506 | Moreton Bay | -27.13374 | 152.94921 | 21394
Mount Gravatt East | 4122 | Brisbane | -27.53005 | 153.08481 | 11838
Narangba | 4504 | Moreton Bay | -27.18697 | 152.92860 | 18573
New Farm | 4005 | Brisbane | -27.46588 | 153.04593 | 12542
North Lakes | 4509 | Moreton Bay | -27.22452 | 153.01398 | 21671
Paddington | 4064 | Brisbane | -27.46037 | 152.99875 | 8562
Redbank Plains | 4301 | Ipswich | -27.65187 | 152.84809 | 19299
Redland Bay | 4165 | Redland | -27.65029 | 153.28999 | 14958
Rochedale South | 4123 | Logan | -27.59893 | 153.12964 | 15317
Springfield Lakes | 4300 | Ipswich | -27.68293 | 152.91296 | 15318
Sunnybank Hills | 4109 | Brisbane | -27.59357 | 153.05187 | 18085
The Gap | 4061 | Brisbane | -27.44511 | 152.94376 | 16692
Thornlands | 4164 | Redland | -27.56841 | 153.26162 | 14694
Toowong | 4066 | Brisbane | -27.47896 | 152.98417 | 10830
Victoria Point | 4165 | Redland | -27.58482 | 153.28682 | 15020
West End | 4101 | Brisbane | -27.48231 | 153.00538 | 9474
= QLD | Rest of QLD | Australia/Brisbane
Airlie Beach | 4802 | Whitsunday | -20.27297 | 148.71747 | 1208
Broadbeach | 4218 | Gold Coast | -28.02820 | 153.43055 | 5514
Buderim | 4556 | Sunshine Coast | -26.68758 | 153.06191 | 29355
Bundaberg North | 4670 | Bundaberg | -24.84516 | 152.34154 | 5451
Burleigh Heads | 4220 | Gold Coast | -28.10206 | 153.43180 | 10077
Cairns City | 4870 | Cairns | -16.92223 | 145.77445 | 2737
Caloundra | 4551 | Sunshine Coast | -26.79700 | 153.12807 | 3917
Cannonvale | 4802 | Whitsunday | -20.28519 | 148.69049 | 5716
East Toowoomba | 4350 | Toowoomba | -27.56227 | 151.96836 | 5244
Edge Hill | 4870 | Cairns | -16.90056 | 145.74425 | 3916
Helensvale | 4212 | Gold Coast | -27.90732 | 153.34511 | 16862
Kepnock | 4670 | Bundaberg | -24.87498 | 152.37458 | 4441
Kirwan | 4817 | Townsville | -19.30338 | 146.72495 | 21418
Labrador | 4215 | Gold Coast | -27.94561 | 153.39713 | 18261
Little Mountain | 4551 | Sunshine Coast | -26.78575 | 153.09288 | 10212
Mackay | 4740 | Mackay | -21.14322 | 149.18259 | 3659
Maroochydore | 4558 | Sunshine Coast | -26.65520 | 153.07946 | 16800
Maryborough | 4650 | Fraser Coast | -25.52538 | 152.69701 | 15406
Mooloolaba | 4557 | Sunshine Coast | -26.68514 | 153.11618 | 7730
Mount Louisa | 4814 | Townsville | -19.27667 | 146.73229 | 8825
Mountain Creek | 4557 | Sunshine Coast | -26.70002 | 153.10244 | 11254
Nerang | 4211 | Gold Coast | -27.97751 | 153.32035 | 16864
Noosa Heads | 4567 | Noosa | -26.40009 | 153.09615 | 4484
Noosaville | 4566 | Noosa | -26.42360 | 153.05851 | 8124
North Ward | 4810 | Townsville | -19.24869 | 146.80999 | 5065
Oxenford | 4210 | Gold Coast | -27.90182 | 153.30333 | 11842
Pacific Pines | 4211 | Gold Coast | -27.94016 | 153.31653 | 16757
Pialba | 4655 | Fraser Coast | -25.28026 | 152.83187 | 3678
Robina | 4226 | Gold Coast | -28.07122 | 153.39153 | 23106
South Mackay | 4740 | Mackay | -21.16505 | 149.17974 | 6706
Southport | 4215 | Gold Coast | -27.97618 | 153.39856 | 31908
Surfers Paradise | 4217 | Gold Coast | -27.99988 | 153.42238 | 23689
Tinana | 4650 | Fraser Coast | -25.54501 | 152.67161 | 5476
Toowoomba City | 4350 | Toowoomba | -27.55977 | 151.95065 | 2088
Townsville City | 4810 | Townsville | -19.25692 | 146.81966 | 2910
Upper Coomera | 4209 | Gold Coast | -27.87814 | 153.28283 | 25276
Urraween | 4655 | Fraser Coast | -25.29860 | 152.82031 | 6969
Varsity Lakes | 4227 | Gold Coast | -28.08795 | 153.40944 | 15026
= NT | Greater Darwin | Australia/Darwin
Bakewell | 0832 | Palmerston | -12.49662 | 130.99280 | 3069
Darwin City | 0800 | Darwin | -12.46300 | 130.84262 | 6464
Durack | 0830 | Palmerston | -12.47257 | 130.97222 | 3537
Fannie Bay | 0820 | Darwin | -12.42756 | 130.84006 | 2624
Larrakeyah | 0820 | Darwin | -12.45465 | 130.82517 | 3729
Nightcliff | 0810 | Darwin | -12.38276 | 130.84857 | 3853
Parap | 0820 | Darwin | -12.43417 | 130.84615 | 2747
Rapid Creek | 0810 | Darwin | -12.38115 | 130.85856 | 3282
Stuart Park | 0820 | Darwin | -12.44614 | 130.84598 | 4149
= NT | Rest of NT | Australia/Darwin
Gillen | 0870 | Alice Springs | -23.71094 | 133.86592 | 4278
Katherine | 0850 | Katherine | -14.45109 | 132.26774 | 1488
`;
