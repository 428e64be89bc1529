import { msg } from '../../../i18n/msg.ts';
import { both } from '../causes.ts';

export const deviceTexts = {
  'address-blocked': both(
    msg('The core does not allow this address.'),
    msg('Allow the address in the settings of the core, or use another one.'),
  ),
  'device-busy': both(
    msg('Another program is using the device.'),
    msg('Stop the other program or channel that uses it.'),
    'device',
  ),
  'device-format': both(
    msg('The device delivers another size or format than chosen.'),
    msg('Choose a size, frame rate and format that the device offers.'),
    'device',
  ),
  'device-missing': both(
    msg('The device was not found.'),
    msg(
      'Make sure the device is plugged in. If the core runs in a container, the device must be passed through to it.',
    ),
    'device',
  ),
  'device-permission': both(
    msg('The core is not allowed to open the device.'),
    msg(
      'Give the core access to it: its user needs the groups video and audio. For Docker start the container with --group-add 44 --group-add 29.',
    ),
    'device',
  ),
  'device-unplugged': both(
    msg('The device was unplugged.'),
    msg('Plug it in again, and check its cable and power.'),
    'device',
  ),
  'device-wrong': both(
    msg('The chosen device delivers no video.'),
    msg('Choose another device. Many cameras have several, and only one of them delivers video.'),
    'device',
  ),
  'disk-full': both(
    msg('The disk of the server is full.'),
    msg('Delete files that are no longer needed, then start again.'),
  ),
  'disk-permission': both(
    msg('The core is not allowed to write to the folder.'),
    msg('Give the core the right to write there.'),
  ),
  'disk-readonly': both(msg('The disk is read-only.'), msg('Mount it writable, or choose another folder.')),
  'ffmpeg-missing': both(msg('The core cannot run ffmpeg.'), msg('Check the installation of ffmpeg on the server.')),
  'file-exists': both(msg('The file already exists.'), msg('Choose another name, or allow overwriting.'), 'address'),
  'file-folder': both(msg('The path is a folder, not a file.'), msg('Enter the path of a file.'), 'address'),
  'file-incomplete': both(
    msg('The video file is incomplete.'),
    msg('Upload it again. It was cut off before its end.'),
    'address',
  ),
  'file-missing': both(msg('The file does not exist.'), msg('Upload the file again, or correct its path.'), 'address'),
  'file-permission': both(
    msg('The core is not allowed to read the file.'),
    msg('Give the core the right to read it.'),
    'address',
  ),
  'folder-missing': both(msg('The folder does not exist.'), msg('Create the folder, or correct the path.'), 'address'),
  killed: both(
    msg('ffmpeg was ended from outside.'),
    msg('Usually the server ran out of memory. Check its log, and run fewer channels or a smaller video size.'),
  ),
  'limit-cpu': both(
    msg('The process exceeded its CPU limit.'),
    msg('Raise the limit under Processing & Control, or lower the encoding settings.'),
    'limits',
  ),
  'limit-memory': both(
    msg('The process exceeded its memory limit.'),
    msg('Raise the limit under Processing & Control, or lower the encoding settings.'),
    'memoryLimit',
  ),
  'max-processes': both(
    msg('Too many processes run on the core.'),
    msg('Stop another process, or raise the limit in the settings.'),
  ),
  'no-progress-seen': both(
    msg('The core stopped a process that was well.'),
    msg('It sees no progress of audio alone or with -loglevel. Set the stale timeout to 0, or remove the option.'),
    'staleTimeout',
  ),
  none: both(msg('Nothing is wrong.'), msg('There is nothing to do.')),
  'out-of-memory': both(
    msg('The server has not enough memory.'),
    msg('Use a smaller video size or fewer channels, or give the server more memory.'),
    'encoder',
  ),
  'output-lost': both(
    msg('One output of the channel has stopped.'),
    msg('Restart the stream. If it happens again, a stranger may be publishing under its name: set an RTMP token.'),
  ),
  'path-outside': both(
    msg('The path is outside the storage of the core.'),
    msg('Choose a path within the disk storage.'),
    'address',
  ),
  'port-in-use': both(
    msg('Another program is using the port.'),
    msg('Choose another port, or stop the other program.'),
    'address',
  ),
  'process-limit': both(
    msg('The server allows no more processes or threads.'),
    msg('Raise the process limit of the server or of its container.'),
  ),
  'receive-overrun': both(
    msg('Data arrives faster than it is processed.'),
    msg('Lower the encoding settings.'),
    'encoder',
  ),
  'reference-missing': both(
    msg('The channel has no process to take the stream from.'),
    msg('Save the channel again, then the publication.'),
  ),
  'rtmp-off': both(msg('The RTMP server of the core is switched off.'), msg('Switch it on in the settings.')),
  'send-forbidden': both(
    msg('The server is not allowed to send to this address.'),
    msg('Allow it in the firewall of the server.'),
  ),
  stopped: both(msg('The process was stopped.'), msg('Start it again when you need it.')),
  'storage-full': both(
    msg('The memory storage of the core is full.'),
    msg('Raise its size in the settings, or keep fewer segments.'),
  ),
  'storage-password': both(
    msg('The password of the storage has changed.'),
    msg('Save the channel again, so that it uses the new one.'),
  ),
};
