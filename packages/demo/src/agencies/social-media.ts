import type { DemoSocialMedia } from '../bundle-lines.js';

/** Profiles on some of the five networks. */
export function socialMedia(handle: string): DemoSocialMedia {
  return {
    networkA: `https://network-a.example/${handle}`,
    networkB: `https://network-b.example/${handle}`,
    networkC: '',
    networkD: `https://network-d.example/${handle}`,
    networkE: '',
  };
}
