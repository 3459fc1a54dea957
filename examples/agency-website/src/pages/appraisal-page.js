import { html } from 'hono/html';
import { enquiryForm } from './enquiry-form.js';
import { line, select, suggestingField } from './fields.js';
import { icon } from './icons.js';

/** @import { PageOf } from './layout.js' */

const KINDS = /** @type {const} */ ([
  ['appraisal', 'Sell'],
  ['rental-appraisal', 'Rent it out'],
]);

/** A request for an appraisal, which the agency gets as an enquiry. @type {PageOf} */
export const appraisalPage = async (agency, _, ask) => {
  const { websiteID, contacts } = await agency.profile();
  const phone = contacts.phone.sales || contacts.phone.office;
  const enquiry = await ask('account', websiteID);
  const { typed, faults } = enquiry;
  const fields = html`${select('kind', 'I want to', KINDS, typed?.['kind'])}
  ${line('address', 'Address of your home', { value: typed?.['address'], fault: faults?.['address'], required: true, maxlength: 200, autocomplete: 'street-address' })}`;
  const message = 'Please contact me about an appraisal of my home.';
  const body = html`<h1>What is my home worth?</h1>
    <div class="two">
      <div>
        <p>
          We come, look, and tell you what homes like yours have brought: free, and without obligation.
          ${phone && html`Call us on <a href="tel:${phone}">${phone}</a>.`} You can also
          <a href="/find-an-agent">find an agent</a> in your suburb.
        </p>
        <h2>What sold in your street</h2>
        <form class="search" action="/sold" role="search">
          ${suggestingField({ name: 's', label: 'Street and suburb', placeholder: 'Burke Street, Hurstville' })}
          <button>${icon('search')} Show sales</button>
        </form>
        <p><a href="/market">The market, suburb by suburb</a></p>
      </div>
      ${enquiryForm(enquiry, {
        title: 'Ask for an appraisal',
        button: 'Ask for an appraisal',
        fields,
        message,
        thanks: 'Your request has arrived. We will call or write soon, to find a time that suits you.',
      })}
    </div>`;
  const description =
    'Ask for a free appraisal of your home, for a sale or for a rental, and see what sold in your street.';
  return { title: 'What is my home worth?', description, body };
};
