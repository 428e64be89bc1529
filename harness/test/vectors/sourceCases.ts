import { Config } from '../../../src/api/answers/config.ts';
import { sourceOf } from '../../../src/catalog/sources/index.ts';
import { classOf, isAddress, isReadable, takesCredentials } from '../../../src/media/address/addressProtocol.ts';
import { addressesOf, type Network, networkOf } from '../../../src/media/address/channelAddresses.ts';
import { skillsOf } from '../../../src/media/encoding/skills.ts';
import { inputFieldsOf } from '../../../src/media/process/processFields.ts';
import { type Case, caseOf, ffmpegOf, type Group, group, list, text } from './case.ts';
import { storedBy114 } from './downgradeStoredData.ts';

const CHANNEL = '3f6b1f0e-7d7e-4c55-9d64-2b6a4c1f9a10';

/** The core of a vector. Vectors list the differences from a new core: RTMP on, no SRT, port 8080. */
export const networkFrom = (coreConfig: unknown, page: string, channel = CHANNEL): Network => {
  const { rtmp, ...rest } = group(coreConfig);
  const config = Config.parse({ ...rest, rtmp: { enable: true, ...group(rtmp) } });
  return networkOf({ config, page: new URL(page), channel });
};

export const sourceCases = (file: Group, level: string): Case[] => [
  ...list(file.vectors).map((vector) => ({
    ...caseOf(vector, 'source', vector.expected, () => inputs(vector, level)),
    given: { settings: vector.settings },
  })),
  ...list(file.protocolVectors).map((vector) => ({
    ...caseOf(vector, 'protocol', vector.expected, () => protocol(vector)),
    given: { address: vector.address },
  })),
  ...list(file.networkConfigVectors).map((vector) =>
    caseOf(vector, 'networkConfig', vector.expected, () => networkConfig(vector, level)),
  ),
];

function inputs({ kind, settings, config, skills }: Group, level: string): unknown {
  const source = sourceOf(text(kind));
  if (!source) throw new Error(`no source '${kind}'`);
  const newer = level !== '1.1.0';
  const ffmpeg = ffmpegOf(skills, { major: 5, minor: 1 });
  const none = skillsOf(null);
  const video = Object.entries(group(group(group(skills).codecs).video));
  const codecs = {
    ...none.codecs,
    video: Object.fromEntries(video.map(([codec, names]) => [codec, [names].flat().map(String)])),
  };
  const context = {
    ffmpeg,
    network: { ...network(group(config)), words: newer },
    skills: { ...none, ffmpeg: { ...none.ffmpeg, ...ffmpeg }, codecs },
  };
  const stored = group(settings);
  const inputs = source.inputs(newer && kind === 'network' ? storedBy114(stored) : stored, context);
  return inputFieldsOf(inputs).map(({ id: _, ...input }) => input);
}

const channelIn = ({ channelid, rtmp, hls }: Group): string | undefined =>
  [channelid, group(rtmp).name, group(hls).name].map((name) => text(name)).find((name) => name !== '');

function network(config: Group): Network {
  const base = networkFrom({}, 'http://localhost:8080', channelIn(config));
  const [rtmp, srt, hls] = [group(config.rtmp), group(config.srt), group(config.hls)];
  return { ...base, rtmp: { ...base.rtmp, ...rtmp }, srt: { ...base.srt, ...srt }, hls: { ...base.hls, ...hls } };
}

function protocol({ address, expected }: Group): unknown {
  const support = group(group(expected).supportedWhenInputListIs);
  const input = Array.isArray(support.list) ? support.list.map(String) : [];
  const url = text(address);
  return {
    class: classOf(url),
    valid: isAddress(url),
    auth: takesCredentials(url),
    supportedWhenInputListIs: {
      list: input,
      result: isReadable(url, { protocols: { input, output: [] }, formats: { demuxers: [], muxers: [] } }),
    },
  };
}

function networkConfig({ coreConfig, page, expected }: Group, level: string): unknown {
  const network = networkFrom(coreConfig, text(page), channelIn(group(group(expected).network)));
  const { channel, rtmp, srt } = network;
  // Vectors contain the HTTP address twice, and no core below a path.
  const { path: _, ...http } = network.http;
  const hls = { ...http, ...network.hls };
  const hostname = http.host.replace(/:\d+$/, '');
  if (level !== '1.1.0') {
    const { hls: playlist, snapshot, player, rtmp: rtmpOut, srt: srtOut } = addressesOf(network);
    const publicAddresses = {
      'hls+memfs': playlist,
      'hls+diskfs': addressesOf(network, 'diskfs').hls,
      'snapshot+memfs': snapshot,
      rtmp: rtmpOut,
      srt: srtOut,
      player,
    };
    return { network: { rtmp, srt, hls, channelid: channel }, http, hostname, publicAddresses };
  }
  return { network: { rtmp: { ...rtmp, name: channel }, hls: { ...hls, name: channel } }, http, hostname };
}
