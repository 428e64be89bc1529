import { sameJson } from '../../media/sameJson.ts';
import type { MediaType } from '../../media/streams.ts';
import { type FormContext, outputsOf, type PublicationDraft, type Stored } from './decide.ts';
import { type Change, wordOf } from './follow.ts';

const TYPES: readonly MediaType[] = ['video', 'audio'];

/** What a form has chosen otherwise than what runs, before anybody touched it: a save writes that too. */
export function adaptedIn(context: FormContext, opened: PublicationDraft, { metadata, process }: Stored): Change[] {
  if (process === null || context.kept) return [];
  const [profile] = metadata.profiles;
  const coders = TYPES.flatMap((of): Change[] => {
    const [from, to] = [wordOf(profile, of, context), wordOf(opened.profile, of, context)];
    return from === to ? [] : [{ of, from, to }];
  });
  const [was, is] = [metadata.outputs, outputsOf(context, opened)].map((some) => some.map(({ address }) => address));
  const moved = was && is && was.length > 0 && is.length > 0 && !sameJson(was, is);
  return moved ? [...coders, { of: 'address', from: was.join(', '), to: is.join(', ') }] : coders;
}
