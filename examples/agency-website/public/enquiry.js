// Sends a visitor's question to the directory, which stores it and sends the agency a hook message.
import { access } from '/access.js';
import { createClient, createEnquiry, ProblemError } from '/client/index.js';

/** @import { CreateEnquiry } from 'agency-directory-client' */

const client = createClient({ ...access, retry: { attempts: 3, maxWaitMs: 5_000 } });
const form = /** @type {HTMLFormElement} */ (document.querySelector('#enquiry'));
const status = /** @type {HTMLElement} */ (form.querySelector('[role="status"]'));
// The idempotency key: pressed twice, the button sends one question.
let key = crypto.randomUUID();

form.hidden = false;
form.addEventListener('input', () => (key = crypto.randomUUID()));
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void send();
});

async function send() {
  const given = [...new FormData(form)].filter(([, value]) => value !== '');
  const body = /** @type {CreateEnquiry} */ ({ ...Object.fromEntries(given), consent: true }); // the form requires it
  const path = { id: form.dataset['listing'] ?? '' };
  status.textContent = 'Sending …';
  try {
    await createEnquiry({ client, path, body, headers: { 'Idempotency-Key': key } });
    form.replaceChildren(status);
    status.textContent = 'Thank you. Your question has arrived, and we will answer soon.';
  } catch (error) {
    status.textContent = wordsOf(error);
  }
}

/** @param {unknown} error */
function wordsOf(error) {
  if (!(error instanceof ProblemError)) return 'There is no connection. Please try again.';
  if (error.status === 429) return 'That is enough for now. Please call us, or try again later.';
  return error.errors.map(({ message, ...at }) => `${Object.values(at)[0]} ${message}.`).join(' ') || error.detail;
}
