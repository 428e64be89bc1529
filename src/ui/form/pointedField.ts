import { createContext, useContext, useState } from 'react';
import type { FieldName } from '../../catalog/form/failureRemedyFields.ts';

/** A field that somebody was sent to, and why. */
export interface PointedField {
  /** Of the link: another one is another failure. */
  id: string;
  /** What it is about; a form of the catalog has fields for that. */
  field: FieldName;
  /** What it is called where it is no field of the catalog, the nearest first. */
  keys: readonly string[];
  /** Translated. */
  text: string;
}

interface MarkedPlace {
  of: string;
  keys: readonly string[];
  content: string;
}

/** A form that opens because of a failure explains it at the field of the remedy. */
export const TargetField = createContext<PointedField | null>(null);

const NOTHING: Readonly<Record<string, string>> = {};

/**
 * Why fields are pointed at, by key, until one of them is changed. They are found once: no other is marked because
 * somebody mends these.
 * @param keysIn of the fields that are meant and shown here
 * @param contentOf what stands in one
 */
export function usePointed(keysIn: (pointed: PointedField) => readonly string[], contentOf: (key: string) => unknown) {
  const pointed = useContext(TargetField);
  const [marked, setMarked] = useState<MarkedPlace | null>(null);
  if (!pointed) return NOTHING;
  const contentIn = (keys: readonly string[]) => JSON.stringify(keys.map(contentOf));
  const known = marked?.of === pointed.id ? marked : null;
  const keys = known?.keys ?? keysIn(pointed);
  if (keys.length === 0) return NOTHING;
  if (known === null) setMarked({ of: pointed.id, keys, content: contentIn(keys) });
  else if (known.content !== contentIn(keys)) return NOTHING;
  return Object.fromEntries(keys.map((key): [string, string] => [key, pointed.text]));
}
