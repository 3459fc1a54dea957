import { html } from 'hono/html';

/** @import { AccountRead } from 'agency-directory-client' */
/** @import { PageOf } from './layout.js' */

/** The departments of an agency, as the directory names them. */
const DEPARTMENTS = /** @type {const} */ ([
  ['office', 'Office'],
  ['sales', 'Sales'],
  ['pm', 'Property management'],
]);

/** @param {AccountRead['contacts']} contacts */
const contactList = ({ phone, email }) => html`
  <dl>
    ${DEPARTMENTS.map(
      ([key, name]) => html`
        <dt>${name}</dt>
        <dd><a href="tel:${phone[key]}">${phone[key]}</a></dd>
        <dd><a href="mailto:${email[key]}">${email[key]}</a></dd>
      `,
    )}
  </dl>
`;

/** The agency: who it is, and where. @type {PageOf} */
export const aboutPage = async (agency) => {
  const { name, about, address, contacts, socialMedia } = await agency.profile();
  const links = Object.values(socialMedia).filter(Boolean);
  const body = html`
    <h1>About ${name}</h1>
    <p>${about}</p>
    <h2>Where we are</h2>
    <address>${address.fullAddress}</address>
    <h2>How to reach us</h2>
    ${contactList(contacts)}
    ${links.length > 0 && html`<p>${links.map((link) => html`<a rel="me" href="${link}">${new URL(link).host}</a> `)}</p>`}
  `;
  return { title: `About ${name}`, body };
};
