import { msg } from '../../src/i18n/msg.ts';

/** Result of one try. `status` of HTTP or SMTP; null without a response. */
export type Delivery =
  | { type: 'delivered'; status: number }
  /** It may succeed later. `afterSeconds`: minimum wait from the receiver. */
  | { type: 'retry'; why: DeliveryFault; status: number | null; afterSeconds: number | null }
  | { type: 'refused'; why: DeliveryFault; status: number | null }
  | { type: 'gone'; status: number };

export const DELIVERY_FAULTS = {
  'forbidden-address': msg(
    'The address leads to this machine, to the core or to a part of the network where nothing is sent. Enter another one, or allow it in SLUICE_AGENT_ALLOW.',
  ),
  'name-not-found': msg(
    'There is no such name, or the name server cannot be reached. Check the address and the network.',
  ),
  unreachable: msg('Nothing responds at this address. Check the address, the port and the network.'),
  timeout: msg('The response was not complete within 10 seconds. Check that the server is running and not overloaded.'),
  certificate: msg(
    'The certificate of the server is not valid for this name, or has expired. Nothing was sent. Renew the certificate, or enter the name that is in it.',
  ),
  'tls-failed': msg('No encrypted connection could be made. Check whether the port is for TLS, and https or http.'),
  'tls-not-offered': msg(
    'The mail server offers no encryption. Nothing was sent. Choose another port, or no encryption for a server that you trust.',
  ),
  'answer-unreadable': msg('The server at this address is not the expected one. Check the address and the port.'),
  redirected: msg('The server redirects to another address. Enter the address where it ends.'),
  login: msg('The server rejects the login. Check the username, password, token or key.'),
  'not-found': msg('The server does not know this address, channel or chat. Check it, and whether it was deleted.'),
  'recipient-refused': msg('The mail server refuses the sender or a recipient. Check both addresses.'),
  'nobody-told': msg('The server knows no recipient for the message. Check the key and the tags.'),
  rejected: msg('The server rejects the message. Check all fields.'),
  'too-many': msg('The server receives too many messages. Wait a few minutes.'),
  'server-failed': msg('The server reports a fault of its own. Check its log, or wait until it is back.'),
} satisfies Record<string, string>;

export type DeliveryFault = keyof typeof DELIVERY_FAULTS;

const FAULTS_BY_CODE: readonly (readonly [code: RegExp, why: DeliveryFault])[] = [
  [/^(ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL)$/, 'name-not-found'],
  [/^(ECONN\w+|EHOST\w+|ENET\w+|EPIPE|EADDRNOTAVAIL|EACCES)$/, 'unreachable'],
  [/^(ETIMEDOUT|ABORT_ERR)$/, 'timeout'],
  [/CERT|ALTNAME|SIGNATURE|SELF_SIGNED|ISSUER|CRL|PATH_LENGTH|INVALID_PURPOSE/, 'certificate'],
  [/^(EPROTO|ETLS|ERR_(SSL|TLS)_\w+)$/, 'tls-failed'],
  [/^(HPE_\w+|EPROTOCOL)$/, 'answer-unreadable'],
];

export function faultOfError(error: unknown): DeliveryFault {
  const code = codeOf(error);
  return FAULTS_BY_CODE.find(([form]) => form.test(code))?.[1] ?? 'unreachable';
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  // All addresses of the name are unreachable.
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  if (error.name === 'TimeoutError') return 'ETIMEDOUT';
  // nodemailer replaces the code of Node.
  return String(Reflect.get(error, 'originalCode') ?? Reflect.get(error, 'code') ?? '');
}
