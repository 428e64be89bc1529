import { HeadlessError } from './error.ts';

const refuse = (why: string) => new HeadlessError('refused', `address: ${why}`);

/** Of the page of the interface, of a page for viewers, or of the API. A reverse proxy may have a path before them. */
const PAGES = /\/(?:ui|api)(?:\/.*)?$|\/[^/]*\.html$/;

/** The address of a core, from what a browser shows of it. @throws HeadlessError `refused` */
export function coreAddress(given: unknown): string {
  const typed = String(given ?? '').trim();
  if (!/^https?:\/\//i.test(typed) || !URL.canParse(typed))
    throw refuse('expected an address such as http://localhost:8080');
  const { origin, pathname, username, password } = new URL(typed);
  if (username !== '' || password !== '')
    throw refuse(`expected ${origin}, without a login in it: logIn() takes the name and the password`);
  return origin + pathname.replace(PAGES, '').replace(/(?<!\/)\/+$/, '');
}
