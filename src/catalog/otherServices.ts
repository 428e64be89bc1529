import type { Service } from './define.ts';

type Named = Pick<Service, 'id' | 'name' | 'category'>;

const all = (category: Service['category'], names: Readonly<Record<string, string>>): Named[] =>
  Object.entries(names).map(([id, name]) => ({ id, name, category }));

/** What installations have and this version has no form for: listed by name, kept as it is. Whoever builds one takes it out. */
export const otherServices: readonly Named[] = [
  ...all('platform', {
    akamai: 'Akamai',
    azure: 'Azure Media Services',
    bitmovin: 'Bitmovin',
    brightcove: 'Brightcove Live',
    cdn77: 'CDN77',
    dacast: 'DaCast',
    dailymotion: 'Dailymotion',
    dlive: 'dlive',
    facebook: 'Facebook Live',
    instagram: 'Instagram',
    kick: 'Kick',
    linkedin: 'LinkedIn',
    livepush: 'Livepush',
    livespotting: 'livespotting',
    medianetwork: 'Media Network',
    nimotv: 'Nimo TV',
    peertube: 'PeerTube',
    picartotv: 'Picarto TV',
    restream: 'Restream',
    rumble: 'Rumble',
    telegram: 'Telegram',
    trovo: 'Trovo',
    twitter: 'X (Twitter)',
    vimeo: 'Vimeo',
  }),
  ...all('software', {
    datarhei_core: 'datarhei Core',
    datarheicore: 'datarhei Core',
    owncast: 'Owncast',
    red5: 'Red5',
    wettercom: 'wetter.com',
    wowza: 'WOWZA',
  }),
];
