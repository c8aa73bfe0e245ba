/** A picture of the podium to pass on: who sat there and how it ended, and nothing that was secret or leads to the table. */
export interface Step {
  name: string;
  emblem: string;
  rank: number;
  /** « 11 pierres » */
  note: string;
}

export interface Feast {
  game: string;
  title: string;
  date: string;
  steps: Step[];
  /** Those beside the podium, in a line. */
  others: string;
}

const SIZE = 1080;
const INK = '#2a2140';
const PAPER = '#fff9ec';
const GREY = '#5c5070';
const BLOCKS: Record<number, { height: number; colour: string }> = {
  1: { height: 240, colour: '#c23f15' },
  2: { height: 175, colour: '#1b6aa5' },
  3: { height: 130, colour: '#69379a' },
};

export async function drawCard(feast: Feast): Promise<Blob> {
  await document.fonts.ready;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIZE;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw.');
  const read = getComputedStyle(document.body).fontFamily;
  const poster = getComputedStyle(document.documentElement).getPropertyValue('--font-poster');
  cloth(pen);
  paper(pen, 60, 60, SIZE - 120, SIZE - 120);
  pen.textAlign = 'center';
  write(pen, feast.game, SIZE / 2, 150, 46, 800, poster, GREY, SIZE - 240);
  lines(pen, feast.title, poster).forEach((line, i) =>
    write(pen, line, SIZE / 2, 228 + i * 66, 60, 800, poster, INK, SIZE - 200),
  );
  await podium(pen, feast.steps, poster, read);
  write(pen, feast.others, SIZE / 2, 905, 30, 400, read, GREY, SIZE - 220);
  write(pen, `Tablée · ${feast.date}`, SIZE / 2, 970, 34, 800, poster, INK, SIZE - 220);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('Nothing was drawn.'))), 'image/png'),
  );
}

function cloth(pen: CanvasRenderingContext2D): void {
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, SIZE, SIZE);
  pen.fillStyle = '#e8ab2a75';
  for (let at = 0; at < SIZE; at += 90) {
    pen.fillRect(at, 0, 45, SIZE);
    pen.fillRect(0, at, SIZE, 45);
  }
}

function paper(pen: CanvasRenderingContext2D, x: number, y: number, width: number, height: number): void {
  pen.beginPath();
  pen.roundRect(x + 12, y + 12, width, height, 40);
  pen.fillStyle = '#3b2d63';
  pen.fill();
  pen.beginPath();
  pen.roundRect(x, y, width, height, 40);
  pen.fillStyle = PAPER;
  pen.fill();
  pen.lineWidth = 6;
  pen.strokeStyle = INK;
  pen.stroke();
}

/** As it fits: in a smaller hand rather than beyond the edge. */
function write(
  pen: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  size: number,
  weight: number,
  family: string,
  colour: string,
  most: number,
): void {
  pen.fillStyle = colour;
  pen.font = `${weight} ${size}px ${family}`;
  const width = pen.measureText(text).width;
  if (width > most) pen.font = `${weight} ${Math.max(20, Math.floor((size * most) / width))}px ${family}`;
  pen.fillText(text, x, y, most);
}

/** A long title in two lines of about the same length. */
function lines(pen: CanvasRenderingContext2D, title: string, family: string): string[] {
  pen.font = `800 60px ${family}`;
  if (pen.measureText(title).width <= SIZE - 200) return [title];
  const words = title.split(' ');
  let best = 1;
  for (let at = 1; at < words.length; at += 1) {
    const uneven = (cut: number): number =>
      Math.abs(words.slice(0, cut).join(' ').length - words.slice(cut).join(' ').length);
    if (uneven(at) < uneven(best)) best = at;
  }
  return [words.slice(0, best).join(' '), words.slice(best).join(' ')];
}

async function podium(pen: CanvasRenderingContext2D, steps: Step[], poster: string, read: string): Promise<void> {
  const width = 270;
  const left = SIZE / 2 - (steps.length * width) / 2;
  for (const [i, step] of steps.entries()) {
    const { height, colour } = BLOCKS[Math.min(3, step.rank)] ?? { height: 130, colour: '#69379a' };
    const x = left + i * width;
    const top = 850 - height;
    pen.beginPath();
    pen.roundRect(x + 10, top, width - 20, height, [18, 16, 0, 0]);
    pen.fillStyle = colour;
    pen.fill();
    pen.lineWidth = 6;
    pen.strokeStyle = INK;
    pen.stroke();
    write(pen, String(step.rank), x + width / 2, top + 96, 90, 800, poster, '#fffaf0', width);
    write(pen, step.note, x + width / 2, top - 22, 28, 400, read, GREY, width - 20);
    write(pen, step.name, x + width / 2, top - 62, 42, 800, poster, INK, width - 20);
    await coaster(pen, step.emblem, x + width / 2, top - 175, step.rank === 1 ? 68 : 56);
  }
}

/** The emblem on its weave, both as the page shows them. */
async function coaster(
  pen: CanvasRenderingContext2D,
  emblem: string,
  x: number,
  y: number,
  radius: number,
): Promise<void> {
  const model = document.createElement('span');
  model.className = 'emb';
  model.dataset['emb'] = emblem;
  model.hidden = true;
  document.body.append(model);
  const { backgroundColor, backgroundImage } = getComputedStyle(model);
  model.remove();
  const weave = /url\("(data:[^"]+)"\)/.exec(backgroundImage)?.[1];
  pen.save();
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fillStyle = backgroundColor;
  pen.fill();
  pen.clip();
  if (weave) {
    const image = await picture(weave).catch(() => null);
    const pattern = image && pen.createPattern(image, 'repeat');
    pattern?.setTransform(new DOMMatrix([2.4, 0, 0, 2.4, x - radius, y - radius]));
    pen.fillStyle = pattern ?? backgroundColor;
    pen.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
  }
  pen.restore();
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.lineWidth = 6;
  pen.strokeStyle = INK;
  pen.stroke();
  const symbol = document.getElementById(`e-${emblem}`);
  if (!symbol) return;
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="192" height="192" viewBox="0 0 48 48">${symbol.innerHTML}</svg>`;
  const image = await picture(`data:image/svg+xml,${encodeURIComponent(drawn)}`);
  const size = radius * 1.48;
  pen.drawImage(image, x - size / 2, y - size / 2, size, size);
}

async function picture(source: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = source;
  await image.decode();
  return image;
}

/** With the device's own way of sharing where it has one, as a file otherwise. */
export async function passOn(blob: Blob, name: string): Promise<void> {
  const file = new File([blob], name, { type: 'image/png' });
  if (navigator.canShare?.({ files: [file] })) {
    // Who changes their mind has not failed.
    await navigator.share({ files: [file] }).catch(() => undefined);
    return;
  }
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
