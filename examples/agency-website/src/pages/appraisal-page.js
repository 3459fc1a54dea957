import { html } from 'hono/html';
import { enquiryForm } from './enquiry-form.js';
import { select } from './fields.js';

/** @import { PageOf } from './layout.js' */

const KINDS = /** @type {const} */ ([
  ['appraisal', 'Sale'],
  ['rental-appraisal', 'Rental'],
]);

/** A request for an appraisal, which the agency gets as an enquiry. @type {PageOf} */
export const appraisalPage = async (agency) => {
  const { websiteID, contacts } = await agency.profile();
  const phone = contacts.phone.sales || contacts.phone.office;
  const fields = html`${select('kind', 'Kind of appraisal', KINDS)}
    <label>Address of the home <input name="address" required maxlength="200" autocomplete="street-address" /></label>`;
  const message = 'Please contact me about an appraisal of my home.';
  const body = html`<h1>What is my home worth?</h1>
    <p>
      We appraise homes for owners who may sell or rent them out. Call us on <a href="tel:${phone}">${phone}</a>, or
      <a href="/find-an-agent">find an agent</a> in your suburb.
    </p>
    ${enquiryForm('account', websiteID, { title: 'Ask for an appraisal', fields, message })}`;
  return { title: 'What is my home worth?', body };
};
