import type { Extension } from '../api/coreExtensions.ts';
import { msg } from '../i18n/msg.ts';
import { trialRefusalOf } from '../media/encoding/ffmpegTrialResult.ts';
import type { Skills } from '../media/encoding/skills.ts';
import type { Settings } from './form/fields.ts';
import { valueAt } from './form/fieldValues.ts';
import { missingDeviceReason, NOT_BUILT, sourceOf } from './sources/index.ts';

/** A starting point of the wizard, named after what the operator has. */
export type WizardTile = {
  id: string;
  source: string;
  /** Settings that the tile fixes; the wizard does not show them. */
  forces: Settings;
  /** Initial settings that differ from the editor's and can be changed. */
  begins?: Settings;
  /** Keys of the fields that the wizard shows; the source editor shows all. */
  asks: readonly string[];
  title: string;
  text: string;
  question?: string;
  /** Large and first, beside it, or folded under "More sources". */
  place: 'recommended' | 'beside' | 'more';
  icon: 'push' | 'pull' | 'testpicture' | 'camera' | 'file';
  available: (skills: Skills) => boolean;
  extension?: Extension;
};

export const wizardTiles: readonly WizardTile[] = [
  {
    id: 'rtmp',
    source: 'network',
    forces: { mode: 'push', push: { type: 'rtmp' } },
    asks: ['push.address'],
    title: msg('OBS sends to this server'),
    text: msg('Also vMix, a phone app or a hardware encoder. You get a server and a stream key to enter there.'),
    question: msg('Connect OBS'),
    place: 'recommended',
    icon: 'push',
    available: () => true,
  },
  {
    id: 'srt',
    source: 'network',
    forces: { mode: 'push', push: { type: 'srt' } },
    asks: ['push.address'],
    title: msg('Encoder over SRT'),
    text: msg('For lines that lose data. OBS, vMix and many hardware encoders have SRT.'),
    question: msg('Send your stream to this address'),
    place: 'more',
    icon: 'push',
    available: ({ protocols }) => protocols.input.includes('srt'),
  },
  {
    id: 'hls',
    source: 'network',
    forces: { mode: 'push', push: { type: 'hls' } },
    asks: ['push.address'],
    title: msg('Encoder over HLS'),
    text: msg('For a firewall that lets only web traffic out. The encoder uploads its stream.'),
    question: msg('Send your stream to this address'),
    place: 'more',
    icon: 'push',
    available: ({ protocols }) => protocols.input.includes('http'),
    extension: 'push-keys',
  },
  {
    id: 'network',
    source: 'network',
    forces: { mode: 'pull' },
    asks: ['address', 'username', 'password', 'rtsp.udp'],
    title: msg('IP camera or stream URL'),
    text: msg('This server fetches the stream from an address.'),
    question: msg('Enter the stream address'),
    place: 'beside',
    icon: 'pull',
    available: ({ sources }) => 'network' in sources,
  },
  {
    id: 'srtport',
    source: 'network',
    forces: { mode: 'pull' },
    begins: { address: 'srt://0.0.0.0:6001?mode=listener' },
    asks: ['address', 'listen.address'],
    title: msg('Encoder over SRT, to a port of its own'),
    text: msg('This server waits for one encoder at an extra port.'),
    question: msg('Send your stream to this address'),
    place: 'more',
    icon: 'push',
    available: ({ protocols }) => protocols.input.includes('srt'),
  },
  {
    id: 'video4linux2',
    source: 'video4linux2',
    forces: {},
    asks: ['device', 'format', 'framerate', 'size'],
    title: msg('Camera at this server'),
    text: msg('A webcam or capture card that is plugged into the server.'),
    question: msg('Choose a camera'),
    place: 'beside',
    icon: 'camera',
    available: ({ sources }) => 'video4linux2' in sources,
  },
  {
    id: 'raspicam',
    source: 'raspicam',
    forces: {},
    begins: { size: '1280x720' },
    asks: ['device', 'format', 'framerate', 'size'],
    title: msg('Raspberry Pi camera'),
    text: msg('The camera module of the Raspberry Pi that this server runs on.'),
    question: msg('Choose a camera'),
    place: 'beside',
    icon: 'camera',
    available: ({ sources }) => 'raspicam' in sources,
  },
  {
    id: 'avfoundation',
    source: 'avfoundation',
    forces: {},
    asks: ['vindex', 'aindex', 'format', 'framerate', 'size'],
    title: msg('Camera or screen of this Mac'),
    text: msg('A camera, screen or microphone of the Mac that this server runs on.'),
    question: msg('Choose a camera'),
    place: 'beside',
    icon: 'camera',
    available: ({ sources }) => 'avfoundation' in sources,
  },
  {
    id: 'videoloop',
    source: 'videoloop',
    forces: {},
    asks: ['file'],
    title: msg('Video file or image'),
    text: msg('A video plays in a loop, an image stays on screen.'),
    question: msg('Upload a video or image'),
    place: 'beside',
    icon: 'file',
    available: ({ sources }) => 'videoloop' in sources,
  },
  {
    id: 'virtualvideo',
    source: 'virtualvideo',
    forces: {},
    begins: { source: 'testsrc2', size: '1280x720', fps: '25' },
    asks: ['source', 'size', 'fps'],
    title: msg('Test pattern'),
    text: msg('Generated video for testing without a camera.'),
    question: msg('Choose a test pattern'),
    place: 'more',
    icon: 'testpicture',
    available: ({ sources }) => 'virtualvideo' in sources,
  },
];

export const availableWizardTiles = (skills: Skills, extensions: readonly string[] = []): readonly WizardTile[] =>
  wizardTiles.filter(
    (tile) => tile.available(skills) && (tile.extension === undefined || extensions.includes(tile.extension)),
  );

export const tileOf = (id: string): WizardTile | null => wizardTiles.find((tile) => tile.id === id) ?? null;

export const initialTileSettings = ({ forces, begins }: WizardTile): Settings => ({ ...begins, ...forces });

const decided = (forces: Settings, prefix = ''): [key: string, value: unknown][] =>
  Object.entries(forces).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? decided({ ...value }, `${prefix}${key}.`) : [[prefix + key, value]],
  );

/** The tile that matches a stored source; null if none can show its settings. */
export const tileForSource = (source: string, settings: Settings): WizardTile | null =>
  wizardTiles.find(
    (tile) => tile.source === source && decided(tile.forces).every(([key, value]) => valueAt(settings, key) === value),
  ) ?? null;

/** Tiles that this core cannot offer, with reason and remedy; empty if the core reported no capabilities. */
export const unavailableWizardTiles = (skills: Skills): { tile: WizardTile; why: string; line: string | null }[] =>
  skills.ffmpeg.major === 0
    ? []
    : wizardTiles
        // Skips a tile whose replacement explains the same, and tiles that need an extension.
        .filter((tile) => !tile.available(skills) && tile.id !== 'srtport' && tile.extension === undefined)
        .map((tile) => ({
          tile,
          why: missingDeviceReason(sourceOf(tile.source), skills) ?? NOT_BUILT,
          line: trialRefusalOf(skills, 'source', tile.source),
        }));
