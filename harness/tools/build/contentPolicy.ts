import { createHash } from 'node:crypto';

/**
 * Any core and image can be loaded, but only scripts of the build. Styles are generated at run time. A core sends a
 * stricter policy (server/http/request/securityHeaders.ts).
 */
const RULES: Readonly<Record<string, readonly string[]>> = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:', 'http:', 'https:'],
  // Players create streams as blobs.
  'media-src': ["'self'", 'blob:', 'http:', 'https:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'", 'http:', 'https:'],
  'worker-src': ["'self'", 'blob:'],
  'object-src': ["'none'"],
  // The preview of the website (src/viewer/browser/websitePreview.ts), in a frame without an origin.
  'frame-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
};

const INLINE = /<script>([\s\S]*?)<\/script>/g;

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

export function withPolicy(html: string): string {
  const inline = [...html.matchAll(INLINE)].map(([, script = '']) => hashOf(script));
  const rules = Object.entries(RULES).map(([name, sources]) =>
    [name, ...sources, ...(name === 'script-src' ? inline : [])].join(' '),
  );
  const meta = `<meta http-equiv="Content-Security-Policy" content="${rules.join('; ')}">`;
  const charset = /<meta charset="utf-8">/i;
  if (!charset.test(html)) throw new Error('assets/index.html has no <meta charset="utf-8"> to put the policy behind');
  return html.replace(charset, (found) => `${found}\n    ${meta}`);
}
