import { serviceList } from './serviceList.ts';

/** By id, also by earlier ones: for the agent, which has no catalog. */
export const serviceNames: Readonly<Record<string, string>> = Object.fromEntries(
  serviceList.flatMap(({ id, name, aliases = [] }) => [id, ...aliases].map((one) => [one, name])),
);
