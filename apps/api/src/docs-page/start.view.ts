import { html, type Html } from './html.js';

/** The filters of the first request: they find homes of the demo. */
const FIRST_SEARCH = 'suburb=Hurstville&minbedrooms=2&sort=price-asc';

/** Where the service runs for most readers of the demo; the script shows the address of the page instead. */
const USUAL_ADDRESS = 'http://localhost:3000';

/** The first words about the service, and a first request with curl or with the form of the page. */
export const startHtml = (server: string, count: number): Html =>
  html`<h1>Agency directory</h1>
    <div class="words">
      <p>
        An HTTP service with the real-estate agencies of Australia, their agents, and their listings for sale and for
        rent. It is for developers of websites, portals and apps, which search it, and of agency software, which manages
        accounts and sends listings.
      </p>
      <p>
        A search is one GET request. Its JSON response has the exact total, and an error names every fault of the
        request. Below are the guides, and a form, code and an example response with every field for each of the
        ${count} operations.
      </p>
    </div>
    <section class="start" id="start" aria-labelledby="first-request">
      <h2 id="first-request">First request</h2>
      <ol>
        <li>
          <p>
            <strong>Get keys.</strong> If you run the service yourself, <code>npm ci &amp;&amp; npm start</code> loads a
            demo and writes the operator’s keys into <code>.data/curl.conf</code>. Otherwise, ask the operator of this
            service for a <a href="#keys">key pair</a>.
          </p>
        </li>
        <li>
          <p><strong>Call the service</strong> from the same folder:</p>
          <pre
            tabindex="0"
            aria-label="First request"
          >curl -K .data/curl.conf '<span data-address>${server || USUAL_ADDRESS}</span>/api/v1/listings?${FIRST_SEARCH}'</pre>
        </li>
        <li>
          <p>
            <strong>Or send it from here.</strong> <code>cat .data/curl.conf</code> shows the keys. Type them, then
            <a href="#listListings" data-fill="${FIRST_SEARCH}">send this request</a>.
          </p>
          ${KEYS}
        </li>
      </ol>
    </section>`;

/**
 * The inputs for the keys, which only the script's memory holds. They are outside any form, because browsers offer to
 * store the inputs of a form.
 */
const KEYS = html`<div class="keys" role="group" aria-label="Your keys">
  <div class="inputs">
    <label>x-access-key<input id="access-key" autocomplete="off" spellcheck="false" autocapitalize="none" /></label>
    <label>x-secret-key<input id="secret-key" type="password" autocomplete="off" /></label>
  </div>
  <p>
    They are sent with each request and shown in the code. The page stores them nowhere: closing or reloading it forgets
    them.
  </p>
</div>`;
