const ON = ['true', '1', 'yes', 'on'];

/** How a page starts: its address (`?autoplay=1&mute=0`) comes before the settings. `stats` and `color` have no effect. */
export function startOf(search: string, { autoplay, mute }: { autoplay: boolean; mute: boolean }) {
  const query = new URLSearchParams(search);
  const read = (name: string, otherwise: boolean) => {
    const value = query.get(name);
    return value === null ? otherwise : ON.includes(value.toLowerCase());
  };
  return { autoplay: read('autoplay', autoplay), mute: read('mute', mute) };
}
