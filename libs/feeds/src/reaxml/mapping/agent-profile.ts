import type { FeedElement } from '../feed.types.js';
import { readWebAddress } from '../values/web-address.js';
import type { Draft } from './draft.js';
import { attributeOf, childOf, childrenOf, oneLine } from './element.js';
import type { FeedAgent } from './listing-patch.js';

/** The fields of social networks by the names that feeds use. */
const NETWORKS = new Map(
  Object.entries({ facebook: 'networkA', linkedin: 'networkB', twitter: 'networkC', instagram: 'networkD' }),
);
const SOCIAL = /^(facebook|linkedin|twitter|instagram)(?:url|link|page|profile)?$/;
const PHOTO = /^(?:agent|profile)?(?:photo|image|picture)(?:url|link)?$/;

const isPhoto = ({ key }: FeedElement): boolean => PHOTO.test(key);
const networkOf = ({ key }: FeedElement): string | undefined => NETWORKS.get(SOCIAL.exec(key)?.[1] ?? '');

/** Whether a child of an agent is part of the profile: photo, social networks, attachments. */
export const isProfileElement = (child: FeedElement): boolean =>
  isPhoto(child) || networkOf(child) !== undefined || child.key === 'media';

/** Photo and social networks of an agent. */
export function profileOf(element: FeedElement, draft: Draft): Pick<FeedAgent, 'profileImage' | 'socialMedia'> {
  const photos = [...element.children.filter(isPhoto), ...attachedPhotos(element)];
  const addresses = photos.map((photo) => addressOf(photo, draft));
  const profileImage = addresses.find(Boolean) ?? addresses.find((address) => address === '');
  const networks = element.children.flatMap((child) => {
    const network = networkOf(child);
    const address = network && addressOf(child, draft);
    return network && address !== undefined ? [[network, address] as const] : [];
  });
  return {
    ...(profileImage !== undefined ? { profileImage } : {}),
    ...(networks.length > 0 ? { socialMedia: Object.fromEntries(networks) } : {}),
  };
}

/** `media/attachment` with the usage `agentPhoto`. */
function attachedPhotos(element: FeedElement): FeedElement[] {
  const media = childOf(element, 'media');
  const attachments = media ? childrenOf(media, 'attachment') : [];
  return attachments.filter((attachment) => (attributeOf(attachment, 'usage') ?? 'agentPhoto') === 'agentPhoto');
}

/** Empty if it is given so; undefined if it is no address. */
function addressOf(element: FeedElement, draft: Draft): string | undefined {
  const given = attributeOf(element, 'url') || attributeOf(element, 'href') || oneLine(element.text);
  const text = /^(?:[a-z\d-]+\.)+[a-z]{2,}\//i.test(given) ? `https://${given}` : given;
  return text === '' ? '' : draft.accept(readWebAddress(text), element);
}
