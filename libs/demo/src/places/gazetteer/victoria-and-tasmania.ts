/**
 * Suburbs by region; the format is described in `gazetteer.ts`. Data from the suburbs file of Michal Sniatala (MIT).
 */
export const victoriaAndTasmania = `
= VIC | Greater Melbourne | Australia/Melbourne
Abbotsford | 3067 | Yarra | -37.80387 | 145.00358 | 8184
Altona Meadows | 3028 | Hobsons Bay | -37.88002 | 144.78110 | 19160
Bentleigh | 3204 | Glen Eira | -37.92267 | 145.03728 | 16153
Bentleigh East | 3165 | Glen Eira | -37.92220 | 145.06678 | 27635
Berwick | 3806 | Casey | -38.04210 | 145.34952 | 47674
Blairgowrie | 3942 | Mornington Peninsula | -38.37085 | 144.76982 | 2313
Boronia | 3155 | Knox | -37.85382 | 145.28417 | 22195
Brighton | 3186 | Bayside | -37.90784 | 144.99604 | 23253
Brunswick | 3056 | Moreland | -37.76678 | 144.96276 | 24473
Bundoora | 3083 | Banyule | -37.70282 | 145.06449 | 28653
Camberwell | 3124 | Boroondara | -37.83564 | 145.07585 | 22081
Carlton | 3053 | Melbourne | -37.80009 | 144.96709 | 18535
Caroline Springs | 3023 | Melton | -37.73137 | 144.73717 | 24205
Carrum Downs | 3201 | Frankston | -38.09708 | 145.17456 | 20711
Cheltenham | 3192 | Bayside | -37.96196 | 145.06012 | 22291
Coburg | 3058 | Moreland | -37.74493 | 144.96450 | 26185
Collingwood | 3066 | Yarra | -37.80195 | 144.98808 | 8513
Craigieburn | 3064 | Hume | -37.58137 | 144.92254 | 50347
Cremorne | 3121 | Yarra | -37.82946 | 144.99293 | 2018
Croydon | 3136 | Maroondah | -37.79134 | 145.28150 | 26946
Dandenong | 3175 | Greater Dandenong | -37.98531 | 145.21389 | 29906
Dandenong North | 3175 | Greater Dandenong | -37.95502 | 145.21456 | 22451
Deer Park | 3023 | Brimbank | -37.76701 | 144.77433 | 18126
Doncaster | 3108 | Manningham | -37.78284 | 145.12239 | 20946
Doncaster East | 3109 | Manningham | -37.77523 | 145.16444 | 28360
Doreen | 3754 | Nillumbik | -37.59818 | 145.14482 | 21298
Endeavour Hills | 3802 | Casey | -37.96890 | 145.25585 | 24294
Epping | 3076 | Whittlesea | -37.64299 | 145.01026 | 32395
Ferntree Gully | 3156 | Knox | -37.88618 | 145.28207 | 26428
Fitzroy | 3065 | Yarra | -37.80092 | 144.97919 | 10445
Footscray | 3011 | Maribyrnong | -37.80083 | 144.89789 | 16345
Frankston | 3199 | Frankston | -38.15088 | 145.14145 | 36097
Glen Iris | 3146 | Boroondara | -37.85619 | 145.06763 | 25268
Glen Waverley | 3150 | Monash | -37.88232 | 145.17162 | 40327
Glenroy | 3046 | Moreland | -37.70422 | 144.92838 | 22245
Greensborough | 3088 | Banyule | -37.69977 | 145.10200 | 20821
Hampton Park | 3976 | Casey | -38.04230 | 145.26757 | 25530
Hawthorn | 3122 | Boroondara | -37.82852 | 145.03044 | 23511
Hillside | 3037 | Brimbank | -37.69102 | 144.74154 | 17056
Hoppers Crossing | 3029 | Wyndham | -37.86897 | 144.70068 | 38701
Kew | 3101 | Boroondara | -37.80148 | 145.03089 | 24605
Keysborough | 3173 | Greater Dandenong | -38.00638 | 145.16600 | 25785
Lalor | 3075 | Whittlesea | -37.66737 | 145.01335 | 22594
Langwarrin | 3910 | Frankston | -38.15424 | 145.19549 | 22588
Malvern East | 3145 | Stonnington | -37.87819 | 145.06463 | 21707
Melbourne | 3000 | Melbourne | -37.82744 | 144.97142 | 47285
Mill Park | 3082 | Whittlesea | -37.66409 | 145.06521 | 29710
Mooroolbark | 3138 | Yarra Ranges | -37.78059 | 145.32583 | 21967
Mornington | 3931 | Mornington Peninsula | -38.22805 | 145.06241 | 23989
Mount Eliza | 3930 | Mornington Peninsula | -38.19365 | 145.09499 | 17888
Mount Waverley | 3149 | Monash | -37.87838 | 145.12845 | 33611
Narre Warren | 3805 | Casey | -38.02040 | 145.30753 | 26621
Narre Warren South | 3805 | Casey | -38.04961 | 145.30798 | 30319
Noble Park | 3174 | Greater Dandenong | -37.96599 | 145.17767 | 30998
Northcote | 3070 | Darebin | -37.77226 | 144.99937 | 24561
Pakenham | 3810 | Cardinia | -38.07106 | 145.48780 | 46421
Pascoe Vale | 3044 | Moreland | -37.72489 | 144.93585 | 17051
Point Cook | 3030 | Wyndham | -37.90542 | 144.74287 | 49929
Port Melbourne | 3207 | Melbourne | -37.83478 | 144.92342 | 16175
Prahran | 3181 | Stonnington | -37.85309 | 145.00244 | 12982
Preston | 3072 | Darebin | -37.74183 | 145.00862 | 32851
Reservoir | 3073 | Darebin | -37.71239 | 145.00557 | 50474
Richmond | 3121 | Yarra | -37.82212 | 145.00286 | 27705
Rowville | 3178 | Knox | -37.92589 | 145.24318 | 33672
Roxburgh Park | 3064 | Hume | -37.62575 | 144.92544 | 21817
Sorrento | 3943 | Mornington Peninsula | -38.34374 | 144.74302 | 1592
South Morang | 3752 | Whittlesea | -37.63733 | 145.08291 | 24060
South Yarra | 3141 | Melbourne | -37.83822 | 144.99138 | 25147
Springvale | 3171 | Greater Dandenong | -37.94412 | 145.16191 | 21714
St Albans | 3021 | Brimbank | -37.74814 | 144.80519 | 37309
St Kilda | 3182 | Port Phillip | -37.86423 | 144.98148 | 20230
Sunbury | 3429 | Hume | -37.55337 | 144.70645 | 36084
Tarneit | 3029 | Wyndham | -37.83638 | 144.66432 | 34562
Toorak | 3142 | Stonnington | -37.84103 | 145.01794 | 12909
Werribee | 3030 | Wyndham | -37.90788 | 144.64562 | 40345
Williamstown | 3016 | Hobsons Bay | -37.86101 | 144.88365 | 13969
Wyndham Vale | 3024 | Wyndham | -37.85891 | 144.60343 | 23273
Yarrambat | 3091 | Nillumbik | -37.63792 | 145.13525 | 1588
= VIC | Rest of VIC | Australia/Melbourne
Ballarat Central | 3350 | Ballarat | -37.55963 | 143.85070 | 5328
Bendigo | 3550 | Greater Bendigo | -36.75620 | 144.28015 | 5512
Daylesford | 3460 | Hepburn | -37.34769 | 144.14359 | 2548
Geelong | 3220 | Greater Geelong | -38.14815 | 144.36296 | 5210
Golden Square | 3555 | Greater Bendigo | -36.77500 | 144.25141 | 8820
Irymple | 3498 | Mildura | -34.24559 | 142.16577 | 5325
Jan Juc | 3228 | Surf Coast | -38.34495 | 144.29913 | 3683
Mildura | 3500 | Mildura | -34.21084 | 142.13370 | 32738
Mooroopna | 3629 | Greater Shepparton | -36.39662 | 145.34908 | 7942
Newtown | 3220 | Greater Geelong | -38.15370 | 144.33503 | 10155
Shepparton | 3630 | Greater Shepparton | -36.37339 | 145.39239 | 31197
Torquay | 3228 | Surf Coast | -38.31270 | 144.32917 | 13258
Traralgon | 3844 | Latrobe | -38.20169 | 146.51447 | 24933
Warrnambool | 3280 | Moyne | -38.36979 | 142.49677 | 29661
Wendouree | 3355 | Ballarat | -37.53090 | 143.82592 | 10445
Wodonga | 3690 | Wodonga | -36.12578 | 146.88243 | 18948
= TAS | Greater Hobart | Australia/Hobart
Battery Point | 7004 | Hobart | -42.89013 | 147.33219 | 1997
Bellerive | 7018 | Clarence | -42.87296 | 147.37701 | 4507
Glenorchy | 7010 | Glenorchy | -42.84412 | 147.26637 | 10828
Hobart | 7000 | Hobart | -42.88246 | 147.32855 | 2296
Kingston | 7050 | Hobart | -42.96458 | 147.28991 | 10409
Kingston Beach | 7050 | Kingborough | -42.98357 | 147.32128 | 1990
New Town | 7008 | Glenorchy | -42.85618 | 147.30932 | 6122
North Hobart | 7000 | Hobart | -42.87184 | 147.31792 | 2494
Sandy Bay | 7005 | Hobart | -42.91042 | 147.33945 | 11927
West Hobart | 7000 | Hobart | -42.88360 | 147.30484 | 5953
= TAS | Rest of TAS | Australia/Hobart
Devonport | 7310 | Devonport | -41.17544 | 146.34405 | 13759
East Devonport | 7310 | Devonport | -41.18633 | 146.39153 | 4053
Launceston | 7250 | Launceston | -41.43354 | 147.14384 | 2944
Newstead | 7250 | Launceston | -41.44115 | 147.16292 | 5366
Park Grove | 7320 | Burnie | -41.05483 | 145.88316 | 2385
Upper Burnie | 7320 | Burnie | -41.07077 | 145.89972 | 1821
`;
