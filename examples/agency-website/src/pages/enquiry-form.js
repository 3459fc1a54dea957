import { html } from 'hono/html';

/** @import { Listing } from 'agency-directory-client' */

/**
 * The form for a question to the agency. The browser sends it to the directory, which limits enquiries per address. Without a
 * script the form stays hidden, and the telephone number remains.
 * @param {Listing} listing
 */
export const enquiryForm = ({ id }) =>
  html`<form id="enquiry" data-listing="${id}" hidden>
      <h2>Ask about this home</h2>
      <label>Name <input name="name" required maxlength="100" autocomplete="name" /></label>
      <label>E-mail <input name="email" type="email" autocomplete="email" /></label>
      <label>Phone <input name="phone" type="tel" autocomplete="tel" /></label>
      <label>Message <textarea name="message" required maxlength="4000" rows="5"></textarea></label>
      <label class="trap" aria-hidden="true"
        >Leave this empty <input name="website" tabindex="-1" autocomplete="off"
      /></label>
      <label><input name="consent" type="checkbox" required /> The agency may store this and answer me</label>
      <button>Send</button>
      <p role="status"></p>
    </form>
    <script type="module" src="/public/enquiry.js"></script>`;
