import { html } from 'hono/html';
import { counted } from '../words.js';
import { cardList } from './cards.js';
import { enquiryForm } from './enquiry-form.js';
import { countsOf } from './find-agent-page.js';
import { icon } from './icons.js';
import { picture } from './picture.js';

/** @import { AccountRead, ListedAgent } from 'agency-directory-client' */
/** @import { PageOf } from './layout.js' */

/** @param {ListedAgent} agent */
export const personCard = ({ slug, name, profileImage, positions }) =>
  html`<li>
    <a href="/agents/${slug}">
      ${picture('person', profileImage, 'lazy')}
      <strong>${name}</strong> <small>${positions.join(', ')}</small>
    </a>
  </li>`;

/** The people of the agency. @type {PageOf} */
export const agentsPage = async (agency) => {
  const agents = await agency.agents();
  const body = html`<h1>Our people</h1>
    <ul class="people">
      ${agents.map(personCard)}
    </ul>`;
  return {
    title: 'Our people',
    description: `${counted(agents.length, 'person')} who sell, let and manage homes.`.replace('persons', 'people'),
    body,
  };
};

/** An agent with the agent's homes for sale and for rent. @type {PageOf} */
export const agentPage = async (agency, request, ask) => {
  const found = await agency.agent(request.param('slug') ?? '');
  if (!found) return undefined;
  const { agent, homes } = found;
  const body = html`<div class="person">
      ${picture('person', agent.profileImage)}
      <div>
        <h1>${agent.name}</h1>
        <p>${agent.positions.join(', ')}</p>
        <p>${agent.biography.replaceAll(/<[^>]*>/g, ' ')}</p>
        <p class="ways">
          ${agent.telephone.map(({ number }) => html`<a class="button quiet" href="tel:${number}">${icon('phone')} ${number}</a> `)}
          ${agent.email && html`<a href="mailto:${agent.email}">${icon('mail')} ${agent.email}</a>`}
        </p>
        ${countsOf(agent.listingCounts)}
        <p><a href="/appraisal">What is my home worth?</a></p>
      </div>
      ${enquiryForm(await ask('agent', agent.id), {
        title: `Write to ${agent.firstname}`,
        thanks: `Your message is with ${agent.name}, and will be answered soon.`,
      })}
    </div>
    <section class="row">
      <h2>${counted(homes.total, 'home')} with ${agent.firstname}</h2>
      ${cardList(homes.data)}
    </section>`;
  const description = `${agent.positions.join(', ')}. ${counted(homes.total, 'home')} on the market.`;
  return { title: agent.name, description, image: agent.profileImage, body };
};

/** The departments of an agency, by their names in the directory. */
const DEPARTMENTS = /** @type {const} */ ({ office: 'Office', sales: 'Sales', pm: 'Property management' });

/** @param {AccountRead['contacts']} contacts @param {keyof typeof DEPARTMENTS} key */
const contact = ({ phone, email }, key) =>
  (phone[key] || email[key]) &&
  html`<dt>${DEPARTMENTS[key]}</dt>
    ${phone[key] && html`<dd><a href="tel:${phone[key]}">${phone[key]}</a></dd>`}
    ${email[key] && html`<dd><a href="mailto:${email[key]}">${email[key]}</a></dd>`}`;

/** The agency with its description and its address. @type {PageOf} */
export const aboutPage = async (agency) => {
  const { name, about, address, contacts, socialMedia } = await agency.profile();
  const links = Object.values(socialMedia).filter(Boolean);
  const body = html`<h1>About ${name}</h1>
    <p>${about}</p>
    <h2>Where we are</h2>
    <address>${address.fullAddress}</address>
    <h2>How to reach us</h2>
    <dl>${contact(contacts, 'office')} ${contact(contacts, 'sales')} ${contact(contacts, 'pm')}</dl>
    ${links.length > 0 && html`<p>${links.map((link) => html`<a rel="me" href="${link}">${new URL(link).host}</a> `)}</p>`}`;
  return { title: `About ${name}`, body };
};
