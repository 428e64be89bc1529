import { createHash, createPublicKey, randomUUID, verify, webcrypto } from 'node:crypto';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { text } from 'node:stream/consumers';
import * as x509 from '@peculiar/x509';
import { ownCertificate } from './certificate.ts';
import { listenOnLoopback } from './listenOnLoopback.ts';

const CURVE = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;

export type Refusal = { readonly type: string; readonly status: number; readonly retryAfterSeconds?: number };

/** Replaces the response to paths that start with `at`. */
interface OddAnswer {
  readonly at: string;
  readonly status: number;
  readonly body: string;
}

interface Options {
  /** Port of this machine by name; other names do not resolve. */
  readonly names: Readonly<Record<string, number>>;
  readonly now?: () => number;
}

interface Order {
  readonly name: string;
  readonly account: string;
  readonly token: string;
  status: 'pending' | 'ready' | 'valid' | 'invalid';
  error: object | null;
  chain: string;
}

type Json = Record<string, unknown>;

const decode = (part: unknown): Json => {
  const read = Buffer.from(String(part), 'base64url').toString();
  return read === '' ? {} : JSON.parse(read);
};

/** RFC 7638: a hash of the key's members in order. */
const thumbprint = ({ crv, kty, x, y }: Json): string =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');

class Problem extends Error {
  readonly status: number;
  readonly type: string;
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, type, retryAfterSeconds }: Refusal, detail = type) {
    super(detail);
    this.status = status;
    this.type = `urn:ietf:params:acme:error:${type}`;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Like Let's Encrypt (RFC 8555): checks nonces, signatures and URLs, and fetches the challenge. `ca` signs its own
 * HTTPS.
 */
export async function acmeAuthority({ names, now = Date.now }: Options) {
  const certificate = ownCertificate();
  const issuerKeys = await webcrypto.subtle.generateKey(CURVE, true, ['sign', 'verify']);
  const issuer = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Authority of the tests',
    notBefore: new Date(now() - DAY_MS),
    notAfter: new Date(now() + 3650 * DAY_MS),
    signingAlgorithm: CURVE,
    keys: issuerKeys,
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
  });

  const nonces = new Set<string>();
  const accounts = new Map<string, { key: Json; contact: unknown }>();
  const orders = new Map<string, Order>();
  const revoked = new Set<string>();
  const calls: string[] = [];
  let refusal: Refusal | null = null;
  let oddAnswer: OddAnswer | null = null;
  let pause: Promise<void> = Promise.resolve();
  let base = '';

  const nonce = () => {
    const nonce = randomUUID();
    nonces.add(nonce);
    return nonce;
  };

  /** Payload and account of a signed request. */
  const verifyRequest = async (request: IncomingMessage): Promise<{ payload: Json; account: string; key: Json }> => {
    if (request.headers['content-type'] !== 'application/jose+json')
      throw new Problem({ type: 'malformed', status: 415 });
    const body: Json = JSON.parse(await text(request));
    const head = decode(body.protected);
    if (!nonces.delete(String(head.nonce))) throw new Problem({ type: 'badNonce', status: 400 });
    if (head.url !== base + request.url) throw new Problem({ type: 'unauthorized', status: 401 }, 'another address');
    const account = String(head.kid ?? '').replace(`${base}/account/`, '');
    const key = head.kid === undefined ? Object(head.jwk) : accounts.get(account)?.key;
    if (key === undefined) throw new Problem({ type: 'accountDoesNotExist', status: 400 });
    const isSigned =
      head.alg === 'ES256' &&
      verify(
        'sha256',
        Buffer.from(`${body.protected}.${body.payload}`),
        { key: createPublicKey({ key, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
        Buffer.from(String(body.signature), 'base64url'),
      );
    if (!isSigned) throw new Problem({ type: 'malformed', status: 400 }, 'the signature does not fit');
    return { payload: decode(body.payload), account, key };
  };

  const validate = async (order: Order): Promise<void> => {
    const expected = `${order.token}.${thumbprint(accounts.get(order.account)?.key ?? {})}`;
    const fail = (type: string, detail: string) => {
      order.status = 'invalid';
      order.error = { type: `urn:ietf:params:acme:error:${type}`, detail, status: 400 };
    };
    const port = names[order.name];
    if (port === undefined) return fail('dns', `no address for ${order.name}`);
    const found = await readChallenge(order.name, port, order.token).catch(() => null);
    if (found === null) fail('connection', `cannot connect to ${order.name}`);
    else if (found !== expected) fail('unauthorized', `${order.name} answers something else`);
    else order.status = 'ready';
  };

  const issue = async (order: Order, csr: string): Promise<void> => {
    const request = new x509.Pkcs10CertificateRequest(Buffer.from(csr, 'base64url'));
    if (!(await request.verify())) throw new Problem({ type: 'badCSR', status: 400 });
    const names = request.extensions
      .find((extension) => extension instanceof x509.SubjectAlternativeNameExtension)
      ?.names.items.map(({ value }) => value);
    if (names?.join() !== order.name) throw new Problem({ type: 'badCSR', status: 400 }, `it is for ${names}`);
    const certificate = await x509.X509CertificateGenerator.create({
      serialNumber: randomUUID().replaceAll('-', '').replace(/^./, '1'),
      issuer: issuer.subject,
      notBefore: new Date(now() - 60_000),
      notAfter: new Date(now() + 90 * DAY_MS),
      publicKey: request.publicKey,
      signingKey: issuerKeys.privateKey,
      signingAlgorithm: CURVE,
      extensions: [
        new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: order.name }]),
        await x509.AuthorityKeyIdentifierExtension.create(issuer),
      ],
    });
    order.chain = `${certificate.toString('pem')}\n${issuer.toString('pem')}\n`;
    order.status = 'valid';
  };

  const orderJson = (id: string, { name, status, chain }: Order) => ({
    status,
    identifiers: [{ type: 'dns', value: name }],
    authorizations: [`${base}/authorization/${id}`],
    finalize: `${base}/finalize/${id}`,
    ...(chain === '' ? {} : { certificate: `${base}/certificate/${id}` }),
  });

  const challengeJson = (id: string, { token, status, error }: Order) => ({
    type: 'http-01',
    url: `${base}/challenge/${id}`,
    token,
    status: status === 'ready' ? 'valid' : status,
    ...(error === null ? {} : { error }),
  });

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, resource = '', id = ''] = (request.url ?? '').split('/');
    calls.push(`${request.method} ${resource}`);
    response.setHeader('Replay-Nonce', nonce());
    response.setHeader('Date', new Date(now()).toUTCString());
    if (oddAnswer?.at === resource) {
      response
        .writeHead(oddAnswer.status, { 'Content-Type': 'text/html', Location: `${base}/elsewhere` })
        .end(oddAnswer.body);
      return;
    }
    const json = (status: number, body: object, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
    if (resource === 'directory') {
      const urlOf = (path: string) => `${base}/${path}`;
      json(200, {
        ...{ newNonce: urlOf('nonce'), newAccount: urlOf('account'), newOrder: urlOf('order') },
        ...{ renewalInfo: urlOf('renewal'), meta: { termsOfService: urlOf('terms') } },
      });
      return;
    }
    if (resource === 'nonce') return void response.writeHead(200).end();
    if (resource === 'renewal') {
      const serial = Buffer.from(id.split('.')[1] ?? '', 'base64url').toString('hex');
      const start = now() + (revoked.has(serial) ? -DAY_MS : 60 * DAY_MS);
      json(200, {
        suggestedWindow: {
          start: new Date(start).toISOString(),
          end: new Date(start + DAY_MS).toISOString(),
        },
      });
      return;
    }
    const { payload, account, key } = await verifyRequest(request);
    if (resource === 'account') {
      const existing = [...accounts].find(([, { key: other }]) => thumbprint(other) === thumbprint(key))?.[0];
      const accountId = existing ?? randomUUID();
      accounts.set(accountId, { key, contact: payload.contact ?? accounts.get(accountId)?.contact });
      json(
        id === '' && existing === undefined ? 201 : 200,
        { status: 'valid' },
        { Location: `${base}/account/${accountId}` },
      );
      return;
    }
    if (resource === 'order' && id === '') {
      await pause;
      if (refusal !== null) throw new Problem(refusal);
      const [first] = Array.isArray(payload.identifiers) ? payload.identifiers : [];
      const orderId = randomUUID();
      const order: Order = {
        ...{ name: String(first.value), account, token: randomUUID() },
        ...{ status: 'pending', error: null, chain: '' },
      };
      orders.set(orderId, order);
      json(201, orderJson(orderId, order), { Location: `${base}/order/${orderId}` });
      return;
    }
    const order = orders.get(id);
    if (order === undefined || order.account !== account) throw new Problem({ type: 'malformed', status: 404 });
    if (resource === 'challenge') {
      await validate(order);
      json(200, challengeJson(id, order));
    } else if (resource === 'authorization') {
      json(200, {
        identifier: { type: 'dns', value: order.name },
        status: order.status === 'ready' ? 'valid' : order.status,
        challenges: [challengeJson(id, order)],
      });
    } else if (resource === 'finalize') {
      if (order.status !== 'ready') throw new Problem({ type: 'orderNotReady', status: 403 });
      await issue(order, String(payload.csr));
      json(200, orderJson(id, order));
    } else if (resource === 'order') json(200, orderJson(id, order));
    else if (resource === 'certificate') {
      response.writeHead(200, { 'Content-Type': 'application/pem-certificate-chain' }).end(order.chain);
    } else throw new Problem({ type: 'malformed', status: 404 });
  };

  const server = createServer(certificate, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      const { status, type, retryAfterSeconds, message } =
        error instanceof Problem ? error : new Problem({ type: 'serverInternal', status: 500 }, String(error));
      response
        .writeHead(status, {
          'Content-Type': 'application/problem+json',
          ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
        })
        .end(JSON.stringify({ type, detail: message, status }));
    });
  });
  const open = await listenOnLoopback(server);
  base = `https://${open.host.replace('127.0.0.1', 'localhost')}`;

  return {
    directoryUrl: `${base}/directory`,
    ca: certificate.cert,
    seen: calls as readonly string[],
    orders: () => calls.filter((call) => call === 'POST order').length,
    contacts: () => [...accounts.values()].map(({ contact }) => contact),
    /** Rejects orders from now on; null to stop. */
    refuse: (next: Refusal | null) => {
      refusal = next;
    },
    /** Responds oddly from now on; null to stop. */
    answerOddly: (next: OddAnswer | null) => {
      oddAnswer = next;
    },
    hold: (until: Promise<void>) => {
      pause = until;
    },
    forgetAccounts: () => accounts.clear(),
    /** @param serial hex */
    revoke: (serial: string) => revoked.add(serial.toLowerCase()),
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  };
}

function readChallenge(host: string, port: number, token: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const path = `/.well-known/acme-challenge/${token}`;
    get({ host: '127.0.0.1', port, path, headers: { Host: host }, agent: false }, (response) =>
      text(response).then(resolve, reject),
    ).on('error', reject);
  });
}
