import { serviceList } from './serviceList.ts';

/** Keyed by id, including former ones: for the agent, which has no catalog. */
export const serviceNames: Readonly<Record<string, string>> = Object.fromEntries(
  serviceList.flatMap(({ id, name, aliases = [] }) => [id, ...aliases].map((key) => [key, name])),
);
