import { once } from 'node:events';
import { createServer } from 'node:net';
import { randomInt } from 'node:crypto';

/** Below the ports that systems give to connections, and to servers that ask for any port: nobody gets one by chance. */
const [FIRST, END] = [20_000, 32_768];
/** A port that is taken is tried no further; many in a row are no chance. */
const TRIES = 100;

/** A TCP port of 127.0.0.1 that nobody listens on. Until it is used, nobody gets it who asks the system for a port. */
export async function freePort(): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = randomInt(FIRST, END);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
      server.close();
      await once(server, 'close');
      return port;
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}
