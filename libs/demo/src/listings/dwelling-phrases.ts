import { areaText, counted, type Phrase } from './copy-facts.js';

export const HEADLINES: readonly Phrase[] = [
  ({ suburb }) => `Light, space and a quiet corner of ${suburb}`,
  ({ article, noun, street }) => `${article} ${noun} to come home to on ${street}`,
  ({ bedrooms, suburb }) =>
    bedrooms > 0 ? `Room to grow: ${counted(bedrooms, 'bedroom')} in ${suburb}` : `Small, smart and in ${suburb}`,
  () => 'Morning sun, afternoon shade',
  ({ suburb }) => `The address in ${suburb} you have been waiting for`,
  ({ letting }) => (letting ? 'Move in and unpack: everything is done' : 'Nothing to do but move in'),
  ({ suburb }) => `Walk to everything ${suburb} has to offer`,
  ({ article, noun }) => `${article} ${noun} with character, and with comfort`,
  ({ has }) => (has('poolInGround') ? 'Summer starts at the edge of the pool' : 'Easy living, indoors and out'),
  ({ cars }) => (cars > 1 ? 'Space for the family, and for its cars' : 'Low on upkeep, high on charm'),
  () => 'Quietly placed, generously planned',
  ({ street }) => `Once seen, remembered: ${street}`,
];

export const OPENINGS: readonly Phrase[] = [
  ({ noun, street, suburb }) => `Set back from ${street}, this ${noun} shows how well ${suburb} can be lived in.`,
  ({ noun, suburb }) =>
    `Bright, well kept and closer to everything than you would think, this ${noun} in ${suburb} is a pleasant surprise.`,
  ({ noun }) => `From the first step inside, this ${noun} feels like somebody has thought about every corner.`,
  ({ street }) => `On the high side of ${street} and open to the north, here is a home that makes the most of the day.`,
  ({ noun, suburb }) =>
    `Loved by the same family for years, this ${noun} in the heart of ${suburb} is ready for its next chapter.`,
  ({ noun }) => `Freshly painted and newly carpeted, this ${noun} asks for nothing more than your furniture.`,
  ({ suburb }) => `If you have been looking for a home in ${suburb}, you know how seldom one like this comes up.`,
  ({ noun }) => `Clever planning and good bones make this ${noun} larger than it looks from the street.`,
  ({ suburb }) =>
    `A leafy outlook, friendly neighbours and all of ${suburb} at the door: this is an easy place to like.`,
  ({ noun, street }) =>
    `Tucked away at the quiet end of ${street}, this ${noun} keeps the world at a comfortable distance.`,
];

export const ROOMS: readonly Phrase[] = [
  ({ bedrooms, bathrooms }) =>
    bedrooms > 0
      ? `It has ${counted(bedrooms, 'bedroom')} and ${counted(bathrooms, 'bathroom')}, all of good size.`
      : 'One generous room does for living and sleeping, with a bathroom of its own.',
  ({ bedrooms }) =>
    bedrooms > 1
      ? `The main bedroom lies apart from the other ${counted(bedrooms - 1, 'bedroom')
          .replace(' bedroom', ' room')
          .replace('one room', 'one')}, so that everyone sleeps well.`
      : 'The bedroom corner lies away from the street and is wonderfully quiet.',
  ({ bathrooms }) =>
    bathrooms > 1
      ? `Mornings run smoothly with ${counted(bathrooms, 'bathroom')}.`
      : 'The bathroom was renewed with taste, and has a window.',
  ({ cars }) =>
    cars > 0
      ? `There is parking for ${counted(cars, 'car')}, and storage besides.`
      : 'Parking on the street is easy, and the bus even easier.',
  ({ land }) =>
    land > 0
      ? `The block of about ${areaText(land)} leaves room for a garden, and for ideas.`
      : 'The common garden is looked after by somebody else.',
];

export const COMFORTS: readonly Phrase[] = [
  ({ has }) =>
    has('dishwasher')
      ? 'The kitchen has stone benches, a gas cooktop and a dishwasher.'
      : 'The kitchen is plain, practical and full of light.',
  ({ has }) =>
    has('poolInGround')
      ? 'The pool is heated by the sun and watched over from the kitchen window.'
      : 'Living and dining open to a sheltered outdoor corner.',
  ({ has }) =>
    has('floorboards') ? 'Polished boards run from the front door to the back.' : 'Carpets are new and underfoot soft.',
  ({ has }) =>
    has('ductedHeating')
      ? 'Ducted heating keeps every room comfortable.'
      : 'Thick walls and good orientation keep it comfortable through the year.',
  ({ has }) =>
    has('study') ? 'A separate study makes working from home a pleasure.' : 'A nook off the living room takes a desk.',
  ({ has }) =>
    has('balcony')
      ? 'The balcony catches the afternoon breeze, and on clear days a view.'
      : 'Wide windows frame the trees outside.',
  ({ has }) =>
    has('shed') ? 'Behind the house stand a shed and a vegetable bed.' : 'Storage is everywhere, and cleverly hidden.',
  ({ has }) => (has('builtInRobes') ? 'All bedrooms have built-in wardrobes.' : 'High ceilings lend an air of calm.'),
  ({ has }) =>
    has('outdoorEnt')
      ? 'The covered terrace seats twelve without moving a chair.'
      : 'There is a sunny spot for breakfast.',
  ({ has }) =>
    has('openFirePlace') ? 'An open fire is the heart of the house in winter.' : 'Ceiling fans turn in every room.',
];

export const SURROUNDS: readonly Phrase[] = [
  ({ suburb }) => `Schools, parks and the shops of ${suburb} are a short walk away.`,
  () => 'Trains and buses are within ten minutes on foot.',
  ({ suburb }) => `The cafés that made ${suburb} well liked are just around the corner.`,
  () => 'A playground and a path along the creek begin at the end of the street.',
  ({ suburb }) => `${suburb} has kept its village feeling: people here still know each other by name.`,
  () => 'The motorway is near enough to be useful, and far enough to be forgotten.',
  () => 'Sports grounds, a library and a weekly market are close by.',
  ({ suburb }) => `Everything that makes ${suburb} a sought-after address is at hand.`,
];

export const SALE_ENDINGS: readonly Phrase[] = [
  () => 'Come and see it: photographs tell only half of it.',
  () => 'An opportunity for families, downsizers and investors alike.',
  () => 'Inspect soon, for it will not wait.',
  () => 'The owners have bought elsewhere and would like to see it in good hands.',
  () => 'Building and pest reports are available on request.',
  () => 'A long or a short settlement can be arranged.',
];

export const RENTAL_ENDINGS: readonly Phrase[] = [
  () => 'Available for a lease of twelve months, with a longer one possible.',
  () => 'Please register for an inspection, so that we can tell you of any change.',
  () => 'Applications are welcome online before or after the inspection.',
  () => 'Water usage is charged to the tenant; the garden is not.',
  () => 'Long-term tenants will be especially welcome.',
];
