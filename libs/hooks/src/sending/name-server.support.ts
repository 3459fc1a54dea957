import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';

const HEADER_BYTES = 12;
const A = 1;
const AAAA = 28;

/** A name server for tests, with a resolver that queries only this server. */
export interface NameServer extends AsyncDisposable {
  readonly resolver: Resolver;
  /** The queries so far, such as `A two.example`. */
  readonly asked: string[];
}

/**
 * Starts a name server on a free port.
 * @param answers returns the addresses of a name for each query; none: the name does not exist
 */
export async function startNameServer(answers: (name: string) => readonly string[]): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query);
    asked.push(`${type === A ? 'A' : 'AAAA'} ${name}`);
    const all = answers(name).map((text) => ipaddr.parse(text).toByteArray());
    const records = all.filter(({ length }) => length === (type === AAAA ? 16 : 4)).map((bytes) => record(type, bytes));
    socket.send(
      Buffer.concat([
        headOf(query, { isKnown: all.length > 0, records: records.length }),
        query.subarray(HEADER_BYTES, end),
        ...records,
      ]),
      port,
      address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${port}`]);
  return {
    resolver,
    asked,
    [Symbol.asyncDispose]: async () => {
      resolver.cancel();
      socket.close();
      await once(socket, 'close');
    },
  };
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** The header of a response (RFC 1035, 4.1.1): the id of the query, and the number of records. */
function headOf(query: Buffer, { isKnown, records }: { isKnown: boolean; records: number }): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records, 6);
  return head;
}

/** A record for the queried name, with a short TTL. */
function record(type: number, bytes: number[]): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, Buffer.from(bytes)]);
}
