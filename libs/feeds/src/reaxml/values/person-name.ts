const TITLES = /^(?:(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir|dame|rev|hon|the hon)(?:\.\s*|\s+))+(?=\S)/i;

/** A person's name without titles: "Mr. John Doe" -> "John Doe". */
export const personName = (text: string): string => text.replace(/\s+/g, ' ').trim().replace(TITLES, '');
