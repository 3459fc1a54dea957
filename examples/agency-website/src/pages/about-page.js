import { html } from 'hono/html';

/** @import { AccountRead } from 'agency-directory-client' */
/** @import { PageOf } from './layout.js' */

/** The departments of an agency, as the directory names them. */
const DEPARTMENTS = /** @type {const} */ ({ office: 'Office', sales: 'Sales', pm: 'Property management' });

/** @param {AccountRead['contacts']} contacts @param {keyof typeof DEPARTMENTS} key */
const contact = ({ phone, email }, key) =>
  html`<dt>${DEPARTMENTS[key]}</dt>
    <dd><a href="tel:${phone[key]}">${phone[key]}</a></dd>
    <dd><a href="mailto:${email[key]}">${email[key]}</a></dd>`;

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
    <dl>${contact(contacts, 'office')} ${contact(contacts, 'sales')} ${contact(contacts, 'pm')}</dl>
    ${links.length > 0 && html`<p>${links.map((link) => html`<a rel="me" href="${link}">${new URL(link).host}</a> `)}</p>`}
  `;
  return { title: `About ${name}`, body };
};
