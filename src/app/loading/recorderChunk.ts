export { createRecorder } from '../../features/versions/saveRecord/createRecorder.ts';
