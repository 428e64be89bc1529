import * as z from 'zod/mini';
import { group, list, text, words } from './fieldSchemas.ts';

const Named = z.object({ id: z.string(), name: text() });
const Codec = z.extend(Named, { encoders: list(words), decoders: list(words) });
const Device = z.extend(Named, { extra: text(), media: text() });
const DeviceKind = z.extend(Named, { devices: list(Device) });

export const SkillsAnswer = z.object({
  ffmpeg: group({ version: text() }),
  filter: list(Named),
  hwaccels: list(Named),
  codecs: group({ audio: list(Codec), video: list(Codec), subtitle: list(Codec) }),
  devices: group({ demuxers: list(DeviceKind), muxers: list(DeviceKind) }),
  formats: group({ demuxers: list(Named), muxers: list(Named) }),
  protocols: group({ input: list(Named), output: list(Named) }),
});
export type SkillsAnswer = z.infer<typeof SkillsAnswer>;
