import { runProgram } from './runProgram.ts';

const COUNTED = ['-select_streams', 'v', '-count_frames', '-show_entries', 'stream=nb_read_frames', '-of', 'csv=p=0'];

export const countPictures = async (file: string): Promise<number> =>
  Number((await runProgram('ffprobe', ['-v', 'error', ...COUNTED, file])).split(/[\n,]/)[0]);
