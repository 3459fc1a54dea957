import { fold } from '@app/lists';

/**
 * What people call suburbs by, beside their names: regions and places that are no suburb, region or area of the reference
 * ("Northern Beaches" is an area).
 */
const KNOWN_AS: Readonly<Record<string, string>> = {
  CBD: `Sydney NSW, Melbourne VIC, Brisbane City QLD, Perth WA, Adelaide SA, Hobart TAS, Darwin City NT, City ACT`,
  'Canberra Civic': 'City ACT',
  'Kings Cross': 'Potts Point NSW, Darlinghurst NSW, Elizabeth Bay NSW, Rushcutters Bay NSW',
  'Darling Harbour': 'Sydney NSW, Pyrmont NSW, Haymarket NSW',
  'Eastern Suburbs': `Bondi NSW, Bondi Beach NSW, Bondi Junction NSW, Randwick NSW, Double Bay NSW, Rose Bay NSW,
    Vaucluse NSW, Coogee NSW, Paddington NSW, Woollahra NSW, Bellevue Hill NSW, Waverley NSW, Bronte NSW, Clovelly NSW,
    Maroubra NSW`,
  'North Shore': `North Sydney NSW, Chatswood NSW, Mosman NSW, Lane Cove NSW, Neutral Bay NSW, Willoughby NSW,
    Roseville NSW, Lindfield NSW, Killara NSW, Gordon NSW, Pymble NSW, Turramurra NSW, Wahroonga NSW, St Ives NSW`,
  'Hunter Valley': `Cessnock NSW, Pokolbin NSW, Singleton NSW, Maitland NSW, Lovedale NSW, Branxton NSW, Broke NSW,
    Scone NSW, Muswellbrook NSW`,
  'Southern Highlands': `Bowral NSW, Mittagong NSW, Moss Vale NSW, Bundanoon NSW, Berrima NSW, Robertson NSW`,
  'Northern Rivers': 'Byron Bay NSW, Ballina NSW, Lismore NSW',
  Illawarra: 'Wollongong NSW, Shellharbour NSW, Kiama NSW, Dapto NSW, Thirroul NSW',
  'Yarra Valley': 'Healesville VIC, Yarra Glen VIC, Coldstream VIC, Lilydale VIC, Warburton VIC',
  'Dandenong Ranges': 'Belgrave VIC, Sassafras VIC, Olinda VIC, Mount Dandenong VIC, Kallista VIC',
  'Bellarine Peninsula': `Ocean Grove VIC, Barwon Heads VIC, Queenscliff VIC, Point Lonsdale VIC, Portarlington VIC,
    Drysdale VIC, Leopold VIC, St Leonards VIC`,
  'Great Ocean Road': 'Torquay VIC, Anglesea VIC, Aireys Inlet VIC, Lorne VIC, Apollo Bay VIC',
  'Phillip Island': 'Cowes VIC, Rhyll VIC',
  Whitsundays: 'Airlie Beach QLD, Cannonvale QLD, Proserpine QLD',
  'Hervey Bay': 'Urangan QLD, Pialba QLD, Torquay QLD, Scarness QLD',
  'Barossa Valley': 'Tanunda SA, Nuriootpa SA, Angaston SA, Lyndoch SA, Williamstown SA',
  'Clare Valley': 'Clare SA, Auburn SA, Watervale SA, Sevenhill SA, Mintaro SA',
  'Fleurieu Peninsula': `Victor Harbor SA, Port Elliot SA, Goolwa SA, Middleton SA, Normanville SA, Yankalilla SA,
    McLaren Vale SA`,
  'Yorke Peninsula': 'Moonta SA, Kadina SA, Wallaroo SA',
  'Swan Valley': 'Henley Brook WA, Caversham WA, Middle Swan WA, West Swan WA, Herne Hill WA',
  'Western Suburbs': `Cottesloe WA, Claremont WA, Nedlands WA, Dalkeith WA, Peppermint Grove WA, Mosman Park WA,
    Swanbourne WA, Subiaco WA`,
  'Tamar Valley': 'Exeter TAS, Beauty Point TAS, Legana TAS, Beaconsfield TAS',
};

const NAMES = new Map<string, string[]>();
for (const [name, suburbs] of Object.entries(KNOWN_AS)) {
  for (const suburb of suburbs.split(/,\s+/)) NAMES.set(fold(suburb), [...(NAMES.get(fold(suburb)) ?? []), name]);
}

/** The names that people use for a suburb, beside its own. */
export const knownAs = ({ suburb, state }: { readonly suburb: string; readonly state: string }): readonly string[] =>
  NAMES.get(fold(`${suburb} ${state}`)) ?? [];
