import { describe, expect, it } from 'vitest';
import { hookTarget } from './hook-target.js';

const NONE = new Set<string>();
const judged = (url: string, allowed: ReadonlySet<string> = NONE): string => {
  const target = hookTarget(url, allowed);
  return typeof target === 'string' ? target : target.isTrusted ? 'trusted' : 'public';
};

const HOST = 'must name a public host';
const FORM = 'must be https://HOST/PATH on port 443';
const USER = 'must not contain a user name or a password';

describe('the URL of a hook', () => {
  it.each([
    // Loopback, in every spelling that the URL standard accepts.
    ['https://127.0.0.1/', HOST],
    ['https://127.1/', HOST],
    ['https://127.0.1/', HOST],
    ['https://127.0.0.1./', HOST],
    ['https://2130706433/', HOST],
    ['https://017700000001/', HOST],
    ['https://0177.0.0.1/', HOST],
    ['https://0x7f000001/', HOST],
    ['https://0x7f.0x0.0x0.0x1/', HOST],
    ['https://0x7F.1/', HOST],
    ['https://127.255.255.254/', HOST],
    ['https://%31%32%37.0.0.1/', HOST],
    ['https://１２７.０.０.１/', HOST],
    ['https://127。0。0。1/', HOST],
    ['https://①②⑦.0.0.1/', HOST],
    ['https:127.0.0.1', HOST],
    ['https:\\\\127.0.0.1\\', HOST],
    ['\thttps://127.0.0.1/\n', HOST],
    ['https://12\t7.0.0.1/', HOST],
    ['https://0/', HOST],
    ['https://0.0.0.0/', HOST],
    ['https://localhost/', HOST],
    ['https://LOCALHOST./', HOST],
    ['https://a.localhost/', HOST],
    ['https://ｌｏｃａｌｈｏｓｔ/', HOST],
    ['https://loca\u00adlhost/', HOST],
    ['https://[::1]/', HOST],
    ['https://[0:0:0:0:0:0:0:1]/', HOST],
    ['https://[0000:0000:0000:0000:0000:0000:0000:0001]/', HOST],
    ['https://[::]/', HOST],
    ['https://[::ffff:127.0.0.1]/', HOST],
    ['https://[::ffff:7f00:1]/', HOST],
    ['https://[0:0:0:0:0:ffff:127.0.0.1]/', HOST],
    ['https://[::127.0.0.1]/', HOST],
    // Private, shared and link-local addresses.
    ['https://10.0.0.1/', HOST],
    ['https://10.1/', HOST],
    ['https://172.16.0.1/', HOST],
    ['https://172.31.255.255/', HOST],
    ['https://192.168.1.1/', HOST],
    ['https://0xc0a80101/', HOST],
    ['https://3232235777/', HOST],
    ['https://100.64.0.1/', HOST],
    ['https://198.18.0.1/', HOST],
    ['https://[fc00::1]/', HOST],
    ['https://[fd12:3456:789a::1]/', HOST],
    ['https://[fe80::1]/', HOST],
    ['https://[fe80::1%25eth0]/', FORM],
    ['https://[fec0::1]/', HOST],
    ['https://[::ffff:192.168.1.1]/', HOST],
    // Metadata services of clouds.
    ['https://169.254.169.254/latest/meta-data/', HOST],
    ['https://2852039166/', HOST],
    ['https://0xa9fea9fe/', HOST],
    ['https://0251.0376.0251.0376/', HOST],
    ['https://[::ffff:169.254.169.254]/', HOST],
    ['https://[fd00:ec2::254]/', HOST],
    ['https://100.100.100.200/', HOST],
    ['https://192.0.0.192/', HOST],
    ['https://168.63.129.16/', HOST],
    ['https://metadata.google.internal/', HOST],
    // Multicast, broadcast, reserved, documentation.
    ['https://224.0.0.1/', HOST],
    ['https://239.255.255.255/', HOST],
    ['https://255.255.255.255/', HOST],
    ['https://240.0.0.1/', HOST],
    ['https://192.0.2.1/', HOST],
    ['https://203.0.113.1/', HOST],
    ['https://[ff02::1]/', HOST],
    ['https://[2001:db8::1]/', HOST],
    ['https://[3fff::1]/', HOST],
    ['https://[100::1]/', HOST],
    ['https://[4000::1]/', HOST],
    // Tunnels and translations to internal addresses.
    ['https://[64:ff9b::7f00:1]/', HOST],
    ['https://[64:ff9b::10.0.0.1]/', HOST],
    ['https://[64:ff9b:1::a00:1]/', HOST],
    ['https://[::ffff:0:127.0.0.1]/', HOST],
    ['https://[2002:7f00:1::1]/', HOST],
    ['https://[2002:a00:1::]/', HOST],
    ['https://[2001:0:53aa:64c:0:7f:80ff:fffe]/', HOST],
    ['https://[2606:4700::5efe:7f00:1]/', HOST],
    ['https://[2606:4700::200:5efe:a00:1]/', HOST],
    // Internal host names.
    ['https://printer.local/', HOST],
    ['https://intranet/', HOST],
    ['https://intranet./', HOST],
    ['https://db.internal/', HOST],
    ['https://nas.home.arpa/', HOST],
    // URLs other than https on port 443 of a host.
    ['http://crm.example/', FORM],
    ['https://crm.example:8443/', FORM],
    ['https://crm.example:80/', FORM],
    ['https://crm.example:22/', FORM],
    ['ftp://crm.example/', FORM],
    ['file:///etc/passwd', FORM],
    ['gopher://crm.example/', FORM],
    ['data:text/plain,x', FORM],
    ['unix:/var/run/docker.sock', FORM],
    ['crm.example', FORM],
    ['//crm.example', FORM],
    ['https://', FORM],
    ['https://[::1/', FORM],
    ['https://1.2.3.4.5/', FORM],
    ['https://256.0.0.1/', FORM],
    ['', FORM],
    ['https://user@crm.example/', USER],
    ['https://user:password@crm.example/', USER],
    ['https://:password@crm.example/', USER],
    ['https://crm.example@127.0.0.1/', USER],
    ['https://crm.example%40@127.0.0.1/', USER],
    ['https://crm.example:443@127.0.0.1/', USER],
  ])('refuses %j', (url, reason) => {
    expect(judged(url)).toBe(reason);
  });

  it.each([
    'https://crm.example/hook?office=1',
    'https://crm.example:443/hook',
    'HTTPS://CRM.EXAMPLE./hook',
    'https://bücher.example/',
    'https://localhost.crm.example/',
    'https://8.8.8.8/',
    'https://0x08.0x08.0x08.0x08/',
    'https://[2606:4700:4700::1111]/',
    'https://[::ffff:8.8.8.8]/',
    'https://[64:ff9b::808:808]/',
  ])('accepts %j', (url) => {
    expect(judged(url)).toBe('public');
  });

  it('may have an origin that the operator allows, and no similar one', () => {
    const allowed = new Set(['http://127.0.0.1:8080', 'https://hooks.internal']);
    expect(judged('http://127.0.0.1:8080/a', allowed)).toBe('trusted');
    expect(judged('http://2130706433:8080/a', allowed)).toBe('trusted');
    expect(judged('https://hooks.internal/a', allowed)).toBe('trusted');
    expect(judged('http://127.0.0.1:8081/a', allowed)).toBe(FORM);
    expect(judged('https://127.0.0.1:8080/a', allowed)).toBe(FORM);
    expect(judged('http://hooks.internal/a', allowed)).toBe(FORM);
    expect(judged('https://x.hooks.internal/a', allowed)).toBe(HOST);
    expect(judged('https://hooks.internal@127.0.0.1/', allowed)).toBe(USER);
    expect(judged('https://me@hooks.internal/', allowed)).toBe(USER);
  });
});
