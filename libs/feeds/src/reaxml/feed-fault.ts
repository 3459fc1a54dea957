/** Why a file cannot be read as REAXML; the message is for the report, and holds nothing of the file's credentials. */
export class FeedFault extends Error {
  override readonly name = 'FeedFault';
}
