const CLOCK = 'onmessage = ({ data }) => setTimeout(() => postMessage(0), data)';

/** A browser lets the timers of a page that nobody sees rest for up to a minute, and those of a worker run. */
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
    // Without workers it is the page's own timer, slow as it is.
    worker.onerror = () => setTimeout(done, ms);
    worker.postMessage(ms);
  });
