// Sends a visitor's message to the directory, which stores it and sends the agency a hook message.
import { access } from '/access.js';
import { createAccountEnquiry, createAgentEnquiry, createClient, createEnquiry, ProblemError } from '/client/index.js';

/** @import { CreateEnquiry } from 'agency-directory-client' */

const RECIPIENTS = { listing: createEnquiry, agent: createAgentEnquiry, account: createAccountEnquiry };

const client = createClient({ ...access, retry: { attempts: 3, maxWaitMs: 5_000 } });
const form = /** @type {HTMLFormElement} */ (document.querySelector('#enquiry'));
const status = /** @type {HTMLElement} */ (form.querySelector('[role="status"]'));
// The idempotency key: pressed twice, the button sends one message.
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
  const { recipient = '', id = '' } = form.dataset;
  const create = RECIPIENTS[/** @type {keyof typeof RECIPIENTS} */ (recipient)];
  showFaults([]);
  status.textContent = 'Sending …';
  try {
    await create({ client, path: { id }, body, headers: { 'Idempotency-Key': key } });
    form.replaceChildren(status);
    status.textContent = 'Thank you. Your message has arrived, and we will answer soon.';
  } catch (error) {
    status.textContent = wordsOf(error);
  }
}

/** @param {unknown} error */
function wordsOf(error) {
  if (!(error instanceof ProblemError)) return 'There is no connection. Please try again.';
  if (error.status === 429) return 'That is enough for now. Please call us, or try again later.';
  return showFaults(error.errors) || error.detail;
}

/** Shows faults beside their fields instead of earlier ones. @param {ProblemError['errors']} errors */
function showFaults(errors) {
  for (const fault of form.querySelectorAll('.fault')) fault.remove();
  for (const field of form.querySelectorAll('[aria-invalid]'))
    for (const name of ['aria-invalid', 'aria-describedby']) field.removeAttribute(name);
  const others = errors.flatMap(({ message, ...at }) => {
    const [name = ''] = Object.values(at).map(String);
    const field = form.querySelector(`[name="${CSS.escape(name)}"]`);
    const label = field?.closest('label');
    if (!field || !label) return [`${name} ${message}.`];
    const fault = document.createElement('small');
    const words = label.firstChild?.textContent?.trim() || label.textContent.trim();
    Object.assign(fault, { id: `fault-${name}`, className: 'fault', textContent: `${words} ${message}.` });
    label.after(fault);
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', fault.id);
    return [];
  });
  const [first] = form.querySelectorAll('[aria-invalid]');
  if (first instanceof HTMLElement) first.focus();
  return errors.length > 0 ? others.join(' ') || 'Please correct the marked fields.' : '';
}
