export const processBody = JSON.stringify({
  id: 'p',
  type: 'ffmpeg',
  reference: 'r',
  input: [{ id: 'in', address: 'rtmp://127.0.0.1/live/x', options: ['-fflags', '+genpts'] }],
  output: [
    {
      id: 'out',
      address: '{memfs}/x.m3u8',
      options: ['-codec', 'copy', '-f', 'hls'],
      cleanup: [{ pattern: 'memfs:/x**', max_files: 8, max_file_age_seconds: 24, purge_on_delete: true }],
    },
  ],
  options: ['-err_detect', 'ignore_err'],
  reconnect: true,
  reconnect_delay_seconds: 15,
  autostart: false,
  stale_timeout_seconds: 30,
  limits: { cpu_usage: 0, memory_mbytes: 0, waitfor_seconds: 5 },
});

export const configBody = JSON.stringify({
  version: 3,
  name: 'n',
  address: ':8080',
  host: { name: ['a.example'] },
  storage: { cors: { origins: ['*'] }, disk: { cache: { types: ['.html'] } }, memory: { max_size_mbytes: 5 } },
  sessions: { ip_ignorelist: ['127.0.0.1/32'], max_sessions: 3 },
  router: { routes: { '/a': '/b' } },
});
