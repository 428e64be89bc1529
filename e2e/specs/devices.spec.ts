import { decode } from '../../harness/streams/decode.ts';
import { type DeviceMachine, deviceMachine } from '../../harness/streams/simulatedDevices.ts';
import { channelOfIngest } from '../../src/api/processIds.ts';
import { CAMERA, type Device, MICROPHONE, PI_CAMERA, seesDevices } from '../support/fakeCaptureDevices.ts';
import { test as base, expect } from '../test.ts';

interface Machine {
  machine: DeviceMachine;
  plugIn: (device: Device) => Promise<void>;
}

const test = base.extend<Machine>({
  machine: async ({ user: _ }, use) => {
    await using machine = await deviceMachine();
    await use(machine);
  },
  environment: async ({ machine }, use) => use({ CORE_FFMPEG_BINARY: machine.ffmpeg }),
  plugIn: async ({ machine, page }, use) => {
    const plugged: Device[] = [];
    await seesDevices(page, () => plugged);
    await use(async (device) => {
      await machine.plugIn(device.id);
      plugged.push(device);
    });
  },
});

test('a camera and a microphone plugged in during the set-up are found and go live @own-core @this-machine', async ({
  operator,
  core,
  page,
  plugIn,
}) => {
  const { wizard } = operator;
  await operator.enter();
  await wizard.begin();
  await wizard.choose('Camera at this server');
  await wizard.at('Choose a camera');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('--device /dev/video0');
  await page.getByRole('button', { name: 'Look again' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('--device /dev/video0');
  await plugIn(CAMERA);
  await page.getByRole('button', { name: 'Look again' }).click();
  await expect(page.getByLabel(/^Device/)).toHaveValue(CAMERA.id);
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  await page.getByRole('combobox', { name: /^Resolution/ }).selectOption('640x360');
  await page.getByRole('combobox', { name: /^Frame rate/ }).selectOption('10');
  await wizard.next.click();
  await wizard.at('Video settings');
  const picture = page.getByRole('img', { name: 'What the source shows' });
  await expect(picture).toBeVisible();
  await wizard.next.click();

  await wizard.at('Choose an audio source');
  await wizard.chooseAudio('Microphone or sound card');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('--device /dev/snd');
  await plugIn(MICROPHONE);
  await page.getByRole('button', { name: 'Look again' }).click();
  await expect(
    page.getByRole('combobox', { name: /^Device/ }).getByRole('option', { name: /^Desk microphone/ }),
  ).toBeAttached();
  await page.getByRole('combobox', { name: /^Channels/ }).selectOption('2');
  await wizard.next.click();
  await wizard.describeAndSave();
  await operator.sees('Live');
  await expect(operator.player).toPlay();

  const processes = await (await core.api()).processes({ filter: 'config,state' });
  const ingest = processes.find(({ id }) => channelOfIngest(id));
  const { config } = ingest ?? {};
  if (!config || config === 'unread') throw new Error('There is no channel');
  expect(config.input.map(({ address }) => address)).toEqual([CAMERA.id, MICROPHONE.id]);
  expect(config.input[0]?.options.join(' ')).toContain('-f video4linux2 -framerate 10 -video_size 640x360');
  expect(config.input[1]?.options.join(' ')).toContain('-f alsa');
  const playlist = `${core.url}/memfs/${channelOfIngest(ingest?.id ?? '')}.m3u8`;
  await decode(['-i', playlist], 'video', 20);
  await decode(['-i', playlist], 'audio', 40);
});

test('a Raspberry Pi camera is reported missing until it is plugged in @own-core @this-machine', async ({
  operator,
  page,
  plugIn,
}) => {
  const { wizard } = operator;
  const tile = page.getByRole('button', { name: /^Raspberry Pi camera/ });
  await operator.enter();
  await wizard.begin();
  await page.locator('summary', { hasText: 'More sources' }).press('Enter');
  await page.getByText('Not possible on this core').press('Enter');
  await expect(page.getByRole('main')).toContainText(
    'Raspberry Pi camera: This core finds no Raspberry Pi camera. Load the driver bcm2835-v4l2',
  );
  await expect(tile).toHaveCount(0);
  await plugIn(PI_CAMERA);
  await page.getByRole('button', { name: 'Look for devices again' }).press('Enter');
  await tile.press('Enter');
  await expect(page.getByLabel(/^Device/)).toHaveValue(PI_CAMERA.id);
  await expect(page.getByRole('combobox', { name: /^Resolution/ })).toHaveValue('1280x720');
});
