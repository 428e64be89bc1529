import { sameJson } from '../../../media/stored/sameJson.ts';
import { type EncodingChange, recodings } from './adaptPublicationToChannel.ts';
import { type FormContext, outputsOf, type PublicationDraft, type StoredPublication } from './publicationDraft.ts';

/** What a form has chosen otherwise than what runs, before anybody touched it: a save writes that too. */
export function adaptedIn(
  context: FormContext,
  opened: PublicationDraft,
  { metadata, process }: StoredPublication,
): EncodingChange[] {
  if (process === null || context.kept) return [];
  const [profile] = metadata.profiles;
  const { streams } = context;
  const coders = recodings({ profile, streams }, { profile: opened.profile, streams });
  const [was, is] = [metadata.outputs, outputsOf(context, opened)].map((some) => some.map(({ address }) => address));
  const moved = was && is && was.length > 0 && is.length > 0 && !sameJson(was, is);
  return moved ? [...coders, { of: 'address', from: was.join(', '), to: is.join(', ') }] : coders;
}
