import type { Page } from 'playwright-core'

/** By how much a channel may differ: edges of letters are smoothed a little differently each time. */
const TOLERANCE = 8

/** 1 when their sizes differ. The page decodes the pictures and is otherwise not used. */
export function shareOfDifferentPixels(page: Page, pictures: readonly Buffer[]): Promise<number> {
  const [one, other] = pictures.map((png) => JSON.stringify(png.toString('base64')))
  return page.evaluate<number>(`(async () => {
    const pixels = async (base64) => {
      const image = new Image()
      image.src = 'data:image/png;base64,' + base64
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height)
      const context = canvas.getContext('2d')
      context.drawImage(image, 0, 0)
      return context.getImageData(0, 0, image.width, image.height).data
    }
    const [a, b] = [await pixels(${one}), await pixels(${other})]
    if (a.length !== b.length) return 1
    let different = 0
    for (let at = 0; at < a.length; at += 4) {
      const by = [0, 1, 2].map((channel) => Math.abs(a[at + channel] - b[at + channel]))
      if (Math.max(...by) > ${TOLERANCE}) different += 1
    }
    return different / (a.length / 4)
  })()`)
}
