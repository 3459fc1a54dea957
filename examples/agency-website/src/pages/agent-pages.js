import { html } from 'hono/html';
import { counted } from '../words.js';
import { cardList } from './cards.js';

/** @import { PageOf } from './layout.js' */

/** The people of the agency. @type {PageOf} */
export const agentsPage = async (agency) => {
  const agents = await agency.agents();
  const body = html`
    <h1>Our people</h1>
    <ul class="people">
      ${agents.map(
        ({ slug, name, profileImage, positions }) =>
          html`<li>
            <a href="/agents/${slug}">
              <img src="${profileImage}" alt="" width="200" height="200" loading="lazy" />
              <strong>${name}</strong> <small>${positions.join(', ')}</small>
            </a>
          </li>`,
      )}
    </ul>
  `;
  return { title: 'Our people', body };
};

/** One of them, with the homes for sale and for rent. @type {PageOf} */
export const agentPage = async (agency, request) => {
  const found = await agency.agent(request.param('slug') ?? '');
  if (!found) return undefined;
  const { agent, homes } = found;
  const body = html`
    <div class="person">
      <img src="${agent.profileImage}" alt="" width="200" height="200" />
      <div>
        <h1>${agent.name}</h1>
        <p>${agent.positions.join(', ')}</p>
        <p>${agent.biography.replaceAll(/<[^>]*>/g, ' ')}</p>
        <p>
          ${agent.telephone.map(({ number }) => html`<a href="tel:${number}">${number}</a> `)}
          <a href="mailto:${agent.email}">${agent.email}</a>
        </p>
      </div>
    </div>
    <h2>${counted(homes.total, 'home')}</h2>
    ${cardList(homes.data)}
  `;
  return { title: agent.name, image: agent.profileImage, body };
};
