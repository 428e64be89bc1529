import { classOf, takesCredentials } from '../../media/address/addressProtocol.ts';
import { pushTypeOf } from '../../media/address/pushAddress.ts';
import type { SourceContext } from '../form/defineCatalogEntry.ts';
import { type Fields, type Settings, withGroup } from '../form/fields.ts';
import { valueAt } from '../form/settingValues.ts';

export const isPull = (settings: Settings) => settings.mode !== 'push';
export const addressOf = (settings: Settings) => String(settings.address ?? '');
export const pullsFrom = (kind: string) => (settings: Settings) =>
  isPull(settings) && classOf(addressOf(settings)) === kind;
export const pullsWithCredentials = (settings: Settings) => isPull(settings) && takesCredentials(addressOf(settings));

/** By which of its three settings it is decided how long ffmpeg looks at a source. */
export type AnalysisKind = 'rtmp' | 'http' | 'other';

export function analyzedAs(settings: Settings): AnalysisKind {
  const kind = isPull(settings) ? classOf(addressOf(settings)) : pushTypeOf(valueAt(settings, 'push.type'));
  if (kind === 'rtmp') return 'rtmp';
  return kind === 'http' || kind === 'hls' ? 'http' : 'other';
}

/** Fields of a source below a heading; their rules know its context. */
export const withHeading = <const F extends Fields<SourceContext>>(heading: string, fields: F): F =>
  withGroup(heading, fields);
