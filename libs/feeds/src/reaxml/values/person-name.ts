const TITLES = /^(?:(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir|dame|rev|hon|the hon)(?:\.\s*|\s+))+(?=\S)/i;

/** Removes titles from a person's name: "Mr. John Doe" -> "John Doe". */
export const personName = (text: string): string => text.replace(/\s+/g, ' ').trim().replace(TITLES, '');
