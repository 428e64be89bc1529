import { HeadlessError } from './error.ts';

const refuse = (reason: string) => new HeadlessError('refused', `address: ${reason}`);

/** Paths of the interface, pages for viewers and the API, perhaps below the path of a reverse proxy. */
const PAGES = /\/(?:ui|api)(?:\/.*)?$|\/[^/]*\.html$/;

/** @throws HeadlessError `refused` */
export function coreAddress(input: unknown): string {
  const typed = String(input ?? '').trim();
  if (!/^https?:\/\//i.test(typed) || !URL.canParse(typed))
    throw refuse('expected an address such as http://localhost:8080');
  const { origin, pathname, username, password } = new URL(typed);
  if (username !== '' || password !== '')
    throw refuse(`expected ${origin}, without a login in it: logIn() takes the name and the password`);
  return origin + pathname.replace(PAGES, '').replace(/(?<!\/)\/+$/, '');
}
