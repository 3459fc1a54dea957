import { createHash } from 'node:crypto';
import { ProblemError } from 'agency-directory-client';
import { ENQUIRY_LABELS } from './pages/enquiry-form.js';

/** @import { CreateEnquiry } from 'agency-directory-client' */
/** @import { Agency } from './agency.js' */
/** @import { Enquiry, Recipient } from './pages/enquiry-form.js' */

const FIELDS = ['name', 'email', 'phone', 'message', 'address', 'kind', 'website'];

/** A form that came too soon. @param {URLSearchParams} form @returns {Enquiry} */
export const late = (form) => ({
  typed: Object.fromEntries(form),
  failure: 'You have sent many messages. Please call us, or try again in an hour.',
});

/** Sends a form to the directory. @param {Agency} agency @param {URLSearchParams} form @param {Recipient} recipient @param {number} id of the recipient @returns {Promise<Enquiry>} what the page then shows */
export async function sent(agency, form, recipient, id) {
  const typed = Object.fromEntries(form);
  const given = FIELDS.flatMap((name) => (typed[name] ? [[name, typed[name]]] : []));
  const body = /** @type {CreateEnquiry} */ ({ ...Object.fromEntries(given), consent: typed['consent'] === 'true' });
  // Pressed twice, the button sends one message; a message that was changed is another one.
  const key = createHash('sha256')
    .update(JSON.stringify([typed['key'], recipient, id, body]))
    .digest('hex');
  try {
    await agency.enquire(recipient, String(id), body, key);
    return { isSent: true };
  } catch (error) {
    if (error instanceof ProblemError && error.status < 500) return { typed, ...explained(error) };
    console.error(error);
    return { typed, failure: 'Your message could not be sent. Please try again in a minute, or call us.' };
  }
}

/** The faults of a message beside their fields, others above the form. @param {ProblemError} problem @returns {Enquiry} */
function explained({ status, errors, detail }) {
  if (status === 429) return { failure: 'Your message could not be sent now. Please call us, or try again later.' };
  const faults = errors.map(({ message, ...at }) => [String(Object.values(at)[0]), message]);
  const isKnown = (/** @type {readonly unknown[]} */ [name]) => Object.hasOwn(ENQUIRY_LABELS, String(name));
  const labels = /** @type {Readonly<Record<string, string>>} */ (ENQUIRY_LABELS);
  const beside = faults
    .filter(isKnown)
    .map(([name = '', message]) => [
      name,
      name === 'consent' ? 'Please allow us to store your message and to answer it.' : `${labels[name]} ${message}.`,
    ]);
  const others = faults.filter((fault) => !isKnown(fault)).map(([name, message]) => `${name} ${message}.`);
  return {
    faults: Object.fromEntries(beside),
    failure: beside.length > 0 ? others.join(' ') : others.join(' ') || detail,
  };
}
