const CLOCK = 'onmessage = ({ data }) => setTimeout(() => postMessage(0), data)';

/** Browsers throttle timers of hidden pages to once a minute, but not those of workers. */
export const waitHidden = (ms: number) =>
  new Promise<void>((resolve) => {
    const address = URL.createObjectURL(new Blob([CLOCK], { type: 'text/javascript' }));
    const worker = new Worker(address);
    const done = () => {
      worker.terminate();
      URL.revokeObjectURL(address);
      resolve();
    };
    worker.onmessage = done;
    worker.onerror = () => setTimeout(done, ms);
    worker.postMessage(ms);
  });
