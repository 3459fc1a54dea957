import type { PropertyKind } from '../properties/demo-property.js';
import { areaText, counted, type Phrase } from './copy-facts.js';

/** Phrases for properties that are not dwellings: a headline, then sentences in this order. */
export interface Phrases {
  headlines: readonly Phrase[];
  openings: readonly Phrase[];
  details: readonly Phrase[];
  endings: readonly Phrase[];
}

export const OTHER_PHRASES: Record<Exclude<PropertyKind, 'dwelling'>, Phrases> = {
  land: {
    headlines: [
      ({ land, suburb }) => `${areaText(land)} of possibility in ${suburb}`,
      ({ street }) => `Build the home you have drawn, on ${street}`,
      () => 'Level, titled and ready to build on',
      ({ suburb }) => `One of the last blocks in this part of ${suburb}`,
    ],
    openings: [
      ({ land, street }) => `A regular block of ${areaText(land)} on ${street}, with all services at the boundary.`,
      ({ suburb, land }) => `In a growing pocket of ${suburb}, these ${areaText(land)} are waiting for a plan.`,
      ({ suburb }) => `Blocks of this shape and aspect are rare in ${suburb}.`,
    ],
    details: [
      () => 'The ground is level, cleared and easy to build on.',
      () => 'Title is issued, and soil tests are available.',
      () => 'The northern aspect suits a home that heats itself.',
      ({ suburb }) => `Schools and the centre of ${suburb} are minutes away.`,
      () => 'Neighbouring homes are new and of good quality.',
      () => 'A park lies across the road, and will stay one.',
    ],
    endings: [
      () => 'Choose your own builder, in your own time.',
      () => 'Plans of the estate can be had on request.',
      () => 'Walk over it at any time, and call us from there.',
    ],
  },
  rural: {
    headlines: [
      ({ land, suburb }) => `${areaText(land)} near ${suburb}, well watered`,
      () => 'A working farm with a view to the ranges',
      ({ suburb }) => `Country life, within reach of ${suburb}`,
      () => 'Good soil, good fences, good neighbours',
    ],
    openings: [
      ({ land, street }) => `About ${areaText(land)} along ${street}, held by one family for three generations.`,
      ({ land, suburb }) =>
        `Gently undulating country of ${areaText(land)} on the edge of ${suburb}, from creek flats to timbered ridge.`,
      ({ land }) => `A well-balanced holding of ${areaText(land)} that has been farmed with care.`,
    ],
    details: [
      () => 'Water comes from a bore, two dams and a seasonal creek.',
      () => 'Fencing is sound throughout, with a laneway to the yards.',
      ({ bedrooms }) =>
        bedrooms > 0
          ? `The homestead has ${counted(bedrooms, 'bedroom')} and wide verandahs.`
          : 'There is a building site with power, and a view.',
      () => 'Improvements include a machinery shed, steel yards and a hay shed.',
      () => 'Soils range from red loam to black self-mulching clay.',
      () => 'Pastures have been improved, and fertiliser history is on file.',
    ],
    endings: [
      () => 'Inspection by appointment; please close the gates.',
      () => 'Stock and plant may be bought as well.',
      () => 'The vendors are retiring, and the sale is genuine.',
    ],
  },
  commercial: {
    headlines: [
      ({ noun, suburb }) => `Exposure where it counts: ${noun} in ${suburb}`,
      ({ street }) => `Well-presented space on ${street}`,
      ({ letting }) => (letting ? 'Flexible terms for the right tenant' : 'A sound investment with a long lease'),
      ({ suburb }) => `Set up your business in the middle of ${suburb}`,
    ],
    openings: [
      ({ street, suburb }) => `Prominently placed on ${street}, this property serves the busiest part of ${suburb}.`,
      ({ suburb }) => `Well-proportioned premises in an established commercial strip of ${suburb}.`,
      ({ street }) => `Constant passing trade and a wide frontage to ${street} set this property apart.`,
    ],
    details: [
      ({ cars }) =>
        cars > 0 ? `There is parking on site for ${counted(cars, 'car')}.` : 'All-day parking is available nearby.',
      () => 'Three-phase power and fibre are connected.',
      () => 'The fit-out is recent and includes a kitchen and a meeting room.',
      () => 'Access for deliveries is from the rear lane.',
      () => 'The zoning allows for a variety of uses, subject to approval.',
      () => 'National tenants are among the neighbours.',
    ],
    endings: [
      () => 'An information memorandum is available.',
      () => 'Inspection strictly by appointment.',
      () => 'Talk to us about incentives.',
    ],
  },
  business: {
    headlines: [
      ({ suburb }) => `A well-loved business in ${suburb}, ready for its next owner`,
      () => 'Established trade, loyal customers, simple to run',
      ({ street }) => `Be your own boss on ${street}`,
      ({ suburb }) => `Trading strongly in ${suburb}`,
    ],
    openings: [
      ({ street, suburb }) =>
        `Established more than ten years ago on ${street}, this business is a fixture of ${suburb}.`,
      ({ suburb }) =>
        `The owners of this thriving business in ${suburb} are moving on, and leave it in excellent order.`,
      () => 'A rare chance to step into a business with a trained team and steady figures.',
    ],
    details: [
      () => 'The lease is long, and the rent reasonable.',
      () => 'Plant and equipment are modern and included in the price.',
      () => 'Trading hours are friendly, with room to extend them.',
      () => 'Figures are verified and show growth in each of the last three years.',
      () => 'The team is happy to stay.',
      () => 'Suppliers, systems and recipes are all written down.',
    ],
    endings: [
      () => 'Full training is given at handover.',
      () => 'Figures after signing a confidentiality agreement.',
      () => 'Stock at valuation.',
    ],
  },
};
