import Hls, { type LoaderCallbacks, type LoaderConfiguration, type LoaderContext } from 'hls.js';
import { type Replies, textOf } from './prefetchedReplies.ts';

const { loader: Loader } = Hls.DefaultConfig;

export const loaderOf = (replies: Replies) =>
  class extends Loader {
    #ended = false;

    override load(context: LoaderContext, config: LoaderConfiguration, callbacks: LoaderCallbacks<LoaderContext>) {
      const reply = context.rangeEnd ? undefined : replies.get(context.url);
      if (reply === undefined) {
        super.load(context, config, callbacks);
        return;
      }
      replies.delete(context.url);
      reply
        .then((reply) => (reply.status === 200 ? reply : null))
        .catch(() => null)
        .then((reply) => {
          if (this.#ended) return;
          if (reply === null) {
            super.load(context, config, callbacks);
            return;
          }
          const { body, url, ms } = reply;
          const { stats } = this;
          const end = performance.now();
          // hls.js estimates the bandwidth from the duration.
          Object.assign(stats.loading, { start: end - ms, first: end - ms, end });
          stats.loaded = body.byteLength;
          stats.total = body.byteLength;
          const data = context.responseType === 'arraybuffer' ? body : textOf(reply);
          callbacks.onSuccess({ url, data, code: reply.status }, stats, context, null);
        });
    }

    override abort() {
      this.#ended = true;
      super.abort();
    }

    override destroy() {
      this.#ended = true;
      super.destroy();
    }
  };
