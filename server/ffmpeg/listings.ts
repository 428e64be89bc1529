export interface ListedItem {
  readonly id: string;
  readonly name: string;
}

export interface Codec extends ListedItem {
  /** null instead of an empty list. */
  readonly encoders: readonly string[] | null;
  readonly decoders: readonly string[] | null;
}

export interface Directions {
  readonly demuxers: ListedItem[];
  readonly muxers: ListedItem[];
}

export interface Banner {
  readonly version: string;
  readonly compiler: string;
  readonly configuration: string;
  readonly libraries: readonly { readonly name: string; readonly compiled: string; readonly linked: string }[];
}

const lines = (text: string) => text.split(/\r?\n/);

/** The version is empty for repository builds (`N-12345-gabcdef`). */
export function parseBanner(text: string): Banner {
  const find = (pattern: RegExp) => pattern.exec(text)?.[1]?.trim() ?? '';
  const version = find(/^ffmpeg version n?(\d+\.\d+(?:\.\d+)?)/m);
  return {
    version: /^\d+\.\d+$/.test(version) ? `${version}.0` : version,
    compiler: find(/^[ \t]*built with (.*)$/m),
    configuration: find(/^[ \t]*configuration: (.*)$/m),
    libraries: [...text.matchAll(/^[ \t]*(lib\w+)\s+(\d+\.\s*\d+\.\s*\d+) \/\s+(\d+\.\s*\d+\.\s*\d+)/gm)].map(
      ([, name = '', compiled = '', linked = '']) => ({ name, compiled, linked }),
    ),
  };
}

const KINDS = { A: 'audio', V: 'video', S: 'subtitle' } as const;

/** ` DEV.L. h264 H.264 / AVC (decoders: h264 h264_v4l2m2m ) (encoders: libx264 )` */
export function parseCodecs(text: string) {
  const codecs: Record<'audio' | 'video' | 'subtitle', Codec[]> = { audio: [], video: [], subtitle: [] };
  for (const line of lines(text)) {
    const [, decodes, encodes, kind, id, rest] = /^ ([D.])([E.])([AVS])[I.][L.][S.] (\S+)\s*(.*)/s.exec(line) ?? [];
    if (id === undefined || id === '=' || rest === undefined) continue;
    if (kind !== 'A' && kind !== 'V' && kind !== 'S') continue;
    codecs[KINDS[kind]].push({
      id,
      name: rest.replace(/ ?\((?:de|en)coders: [^)]*\)/g, '').trim(),
      encoders: encodes === 'E' ? codersOf(rest, 'encoders', id) : null,
      decoders: decodes === 'D' ? codersOf(rest, 'decoders', id) : null,
    });
  }
  return codecs;
}

/** Without a list, the only coder is named like the codec. */
function codersOf(text: string, kind: 'encoders' | 'decoders', id: string): string[] {
  const [, list] = new RegExp(`\\(${kind}: ([^)]*)\\)`).exec(text) ?? [];
  return list === undefined ? [id] : list.trim().split(/\s+/);
}

/** ffmpeg 7 has a third flag. Of several ids the first counts. */
export function parseFormats(text: string): Directions {
  const formats: Directions = { demuxers: [], muxers: [] };
  for (const line of lines(text)) {
    const [, demuxes, muxes, ids, name] = /^ ([D ])([E ])[d ]? ?([^\s=]\S*)(?: (.*))?$/s.exec(line) ?? [];
    const [id] = ids?.split(',') ?? [];
    if (id === undefined || (demuxes === ' ' && muxes === ' ')) continue;
    const format = { id, name: name?.trim() ?? '' };
    if (demuxes === 'D') formats.demuxers.push(format);
    if (muxes === 'E') formats.muxers.push(format);
  }
  return formats;
}

/** ` T.C acrusher A->A Audio bit crusher.` */
export const parseFilters = (text: string): ListedItem[] =>
  [...text.matchAll(/^ [TSC.]{2,3} (\S+) +[^\s>]+>\S+ (.*)$/gm)].map(([, id = '', name = '']) => ({
    id,
    name: name.trim(),
  }));

export function parseProtocols(text: string) {
  const [, input = ''] = cutAt(text.replaceAll('\r', ''), 'Input:\n');
  const [read, written = ''] = cutAt(input, 'Output:\n');
  return { input: parseWords(read), output: parseWords(written) };
}

const cutAt = (text: string, mark: string): readonly [string, string?] => {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + mark.length)];
};

export const parseHwaccels = (text: string): ListedItem[] => parseWords(text.replace(/^.*:\r?\n/, ''));

const parseWords = (text: string): ListedItem[] => (text.match(/\S+/g) ?? []).map((id) => ({ id, name: id }));
