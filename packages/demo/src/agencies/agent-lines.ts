import { slugify } from '@app/address';
import type { DemoAgentLine } from '../bundle-lines.js';
import { fixedLine, mobile } from '../places/telephone-number.js';
import { identifierOf } from '../random/identifier.js';
import { Random } from '../random/random.js';
import type { World } from '../world.js';
import { officeOf, roleOf, type Agency, type Office, type Role } from './agency.js';
import { appearanceOf } from './appearance.js';
import { personOf, type Person } from './people.js';
import { socialMedia } from './social-media.js';

const DAY = 86_400_000;

const PEOPLE_PER_SEED = 7_919;

const POSITIONS: Record<Role, readonly string[]> = {
  principal: ['Principal', 'Director and Auctioneer', 'Principal and Licensee'],
  sales: ['Sales Consultant', 'Senior Sales Consultant', 'Licensed Estate Agent'],
  rentals: ['Property Manager', 'Leasing Consultant', 'Head of Property Management'],
  administrator: ['Office Manager', 'Sales Administrator', 'Trust Accountant'],
  commercial: ['Commercial Sales and Leasing', 'Commercial Agent'],
};

/** The agents of the agencies. */
export function* agentLines(world: World, agencies: readonly Agency[]): Generator<DemoAgentLine> {
  const random = new Random(world.seed, 'agents');
  const handles = new Map<string, number>();
  for (const agency of agencies) {
    for (let nth = 0; nth < agency.agentCount; nth++) {
      const own = random.stream(agency.firstAgent + nth);
      const person = personOf(world.seed, agency.firstAgent + nth);
      yield agentLine(own, world, agency, nth, person, handleOf(person, handles));
    }
  }
}

/** `jane-citizen`, and `jane-citizen-2` for the second of that name. */
function handleOf({ firstname, lastname }: Person, handles: Map<string, number>): string {
  const handle = slugify(`${firstname} ${lastname}`);
  const count = (handles.get(handle) ?? 0) + 1;
  handles.set(handle, count);
  return count === 1 ? handle : `${handle}-${count}`;
}

function agentLine(
  random: Random,
  { seed, now, pictures }: World,
  agency: Agency,
  nth: number,
  person: Person,
  handle: string,
): DemoAgentLine {
  const { firstname, lastname } = person;
  const appearance = appearanceOf(person);
  const id = agency.firstAgent + nth;
  const role = roleOf(agency, nth);
  const domain = agency.hostname.replace(/^www\./, '');
  const createdAt = now.getTime() - random.stream('createdAt').integer(30, 3000) * DAY;
  const updatedAt = random.stream('updatedAt').between(createdAt, now.getTime());
  return {
    _id: identifierOf('agent', seed, id),
    id,
    slug: handle,
    websiteID: agency.websiteID,
    officeID: officesOf(agency, nth),
    name: `${firstname} ${lastname}`,
    firstname,
    lastname,
    email: { agency: `${handle.replaceAll('-', '.')}@${domain}`, crm: `agent-${id}@crm.example` },
    telephone: telephoneOf(random.stream('telephone'), officeOf(agency, nth)),
    departments: departmentsOf(agency, role),
    positions: [random.stream('positions').pick(POSITIONS[role])],
    profileImage: pictures.link('portrait', seed * PEOPLE_PER_SEED + id, agency.palette, appearance),
    profileLink: `https://${agency.hostname}/team/${handle}`,
    profileVideo: random.stream('profileVideo').chance(0.15) ? `https://video.example/people/${id}` : '',
    biography: biographyOf(random.stream('biography'), agency, firstname, role),
    socialMedia: socialMedia(handle),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}

function officesOf(agency: Agency, nth: number): string[] {
  const offices = nth === 0 ? agency.offices.slice(0, 3) : [officeOf(agency, nth)];
  return offices.map(({ id }) => id);
}

function telephoneOf(random: Random, { market }: Office): DemoAgentLine['telephone'] {
  const own = { number: mobile(random), type: 'mobile' as const };
  const office = { number: fixedLine(random, market.place.state), type: 'BH' as const };
  return random.chance(0.6) ? [own, office] : [own];
}

function departmentsOf(agency: Agency, role: Role): string[] {
  if (role !== 'principal') return [role];
  return agency.agentCount === 1 ? ['principal', 'sales', 'rentals'] : ['principal', 'sales'];
}

function biographyOf(random: Random, { name, offices }: Agency, firstname: string, role: Role): string {
  const years = random.integer(2, 30);
  const { suburb } = offices[0].market.place;
  const beginning = random.pick([
    `${firstname} joined ${name} after ${years} years in the industry.`,
    `A local for ${years} years, ${firstname} knows ${suburb} street by street.`,
    `${firstname} came to property from a career in ${random.pick(['teaching', 'building', 'hospitality', 'law', 'nursing'])}.`,
  ]);
  const middle: Record<Role, string> = {
    principal: 'As principal, the whole team leans on this calm and thorough hand.',
    sales: 'Sellers value clear advice, honest feedback and a steady pace from listing to settlement.',
    rentals: 'Owners and renters alike value quick answers and well-kept homes.',
    administrator: 'Behind the scenes, contracts, campaigns and keys all pass this desk.',
    commercial: 'Shops, offices and warehouses, owners and tenants: this is where they meet.',
  };
  const end = random.pick([
    'Weekends belong to the garden.',
    'Ask about the best coffee nearby.',
    'Happy to talk, any time.',
  ]);
  return `${beginning} ${middle[role]} ${end}`;
}
