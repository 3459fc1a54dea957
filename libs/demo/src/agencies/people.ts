const FIRST_NAMES = (
  'Aaliyah Aaron Adam Adele Aisha Alan Alex Alice Amara Amelia Amir Amy Andre Angela Anh Anika Anthony Anya Ari Arjun ' +
  'Asha Ava Ben Beth Bianca Bilal Brooke Caleb Camille Carla Carlos Chloe Claire Clara Connor Daisy Damian Daniel Dara ' +
  'Deepa Diego Dina Dylan Eleni Elias Ella Emil Emma Erin Esme Ethan Eva Farah Felix Fiona Flynn Freya Gemma George ' +
  'Georgia Grace Hana Harriet Harry Hassan Heidi Hugo Imogen Ines Isaac Isla Ivy Jack Jade James Jasmine Jie Joel Jonah ' +
  'Josie Jun Kai Kate Kavya Keiko Kiran Lachlan Lara Leila Leo Lily Linh Lucas Lucia Luke Maeve Malik Marco Maria Matilda ' +
  'Maya Mei Mia Milan Mina Nadia Naomi Nathan Niamh Nina Noah Olive Oliver Omar Oscar Paige Patrick Phoebe Priya Quinn ' +
  'Rafael Raj Rania Rhys Riley Rosa Ruby Ryan Samir Sana Sara Sean Sienna Simon Sofia Stella Sunil Tahlia Tara Theo ' +
  'Thomas Tilly Toby Tom Uma Vera Violet Will Xavier Yara Yusuf Zac Zara Zoe'
).split(' ');

/** Family names; agencies are named after them as well. */
export const SURNAMES = (
  'Abbott Adeyemi Ahmed Alvarez Anderson Archer Baker Barrett Bauer Bennett Bianchi Blake Bose Brady Brennan Burke ' +
  'Campbell Carver Castellano Chan Chen Choi Clarke Cole Costa Cruz Dalton Das Davies Dawson Delaney Demir Diaz Doan ' +
  'Donnelly Doyle Drummond Dubois Duffy Dunn Easton Eriksen Evans Fairfax Falcone Farrell Ferrari Fields Fischer Fitzgibbon ' +
  'Fleming Foster Galea Garcia Georgiou Gill Goldberg Gordon Grant Greco Gupta Haddad Hale Hansen Harper Hart Hayes ' +
  'Henderson Hoang Holloway Hughes Ibrahim Ito Ivanov Jansen Jarvis Jensen Joshi Kapoor Kaur Keane Kelly Khan Kim Kirby ' +
  'Kovac Kumar Lam Larsen Le Lee Leung Lim Lindqvist Liu Lombardi Lowe Mackay Mahoney Malouf Marino Marsh Mason McKenna ' +
  'Mehta Mendes Miller Mitchell Moreau Morgan Moss Murphy Nair Nakamura Nguyen Nicholls Novak Oakley Okafor Olsen Osman ' +
  'Pappas Park Patel Pereira Petrov Pham Phillips Popov Quigley Quinn Raman Rao Reid Ricci Rivera Romano Rossi Russo Ryan ' +
  'Saab Sanders Santos Sato Schmidt Shah Sharma Sheehan Silva Singh Sokolov Stavros Sutton Suzuki Tan Thorne Torres Tran ' +
  'Turner Tyrell Underwood Varga Vella Vo Walsh Wang Webb Weston Wickham Wong Wright Xu Yamada Yilmaz Yoon Zammit Zhang ' +
  'Ashworth Bartlett Calloway Darcy Ellery Forsyth Gallagher Hollis Ingram Jovanovic Kearney Langford Merrick Norris ' +
  'Ostrowski Pemberton Radcliffe Sinclair Tennant Usher Vasquez Winslow Yates Zielinski'
).split(' ');

/** A generated person. */
export interface Person {
  firstname: string;
  lastname: string;
}

/** The person of a number (from 1): the first 30,000 or so all have different names. */
export function personOf(seed: number, number: number): Person {
  const combinations = FIRST_NAMES.length * SURNAMES.length;
  // A prime that divides neither pool, so that consecutive numbers give unrelated names.
  const slot = (((number * 7919 + seed * 104_729) % combinations) + combinations) % combinations;
  return {
    firstname: FIRST_NAMES[slot % FIRST_NAMES.length] ?? '',
    lastname: SURNAMES[Math.floor(slot / FIRST_NAMES.length)] ?? '',
  };
}
