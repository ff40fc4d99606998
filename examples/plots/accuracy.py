#!/usr/bin/env python3
"""Draws accuracy against tokens with gnuplot, from what `mini_vlm --json` or `text_reader --json` wrote, and prints the table as markdown.

usage: accuracy.py RESULTS.json PICTURE.png    (needs python3 and gnuplot; for the README only, nothing of this is part of the library)
"""
import json, subprocess, sys, tempfile, os

results, picture = sys.argv[1:3]
rows = [r for r in json.load(open(results))["results"] if "fault" not in r]
reader = "percent" in rows[0]
place, panels = ("percent", ["clear", "hard"]) if reader else ("keep", ["all", "small", "text"])
value = lambda r, panel: 100 * (1 - r[panel] if reader else r[panel])
title = "characters read rightly, %" if reader else "questions answered rightly, %"
places = sorted({r[place] for r in rows})
methods = []
for r in rows:
    if r["method"] not in methods: methods.append(r["method"])
table = {(r["method"], r[place]): r for r in rows}
full = [m for m in methods if all((m, p) in table for p in places)]
full.sort(key=lambda m: -sum(value(table[m, p], panels[0]) for p in places))

print("| method | " + " | ".join(f"{p}{' %' if reader else ''}: {', '.join(panels)}" for p in reversed(places)) + " | below random |")
print("|---" * (len(places) + 2) + "|")
for m in full:
    cells = [" ".join(f"{value(table[m, p], panel):.1f}" for panel in panels) for p in reversed(places)]
    below = sorted({panel for p in places for panel in panels if "random" in full and value(table[m, p], panel) < value(table["random", p], panel)}, key=panels.index)
    everywhere = "random" in full and all(value(table[m, p], panel) < value(table["random", p], panel) for p in places for panel in panels)
    print(f"| {m} | " + " | ".join(cells) + f" | {'everywhere' if everywhere else ', '.join(below)} |")

with tempfile.TemporaryDirectory() as folder:
    data = os.path.join(folder, "data")
    with open(data, "w") as f:
        for m in full:
            for p in places: f.write(f"{p} " + " ".join(f"{value(table[m, p], panel):.3f}" for panel in panels) + "\n")
            f.write("\n\n")
    baselines = {"random": "lw 4 lc rgb '#000000'", "uniform": "lw 4 dt 2 lc rgb '#000000'"}
    dashes = ["", "dt 2", "dt 3"]
    def style(i, m): return baselines.get(m, f"lw 1.5 lc {i % 12 + 1} pt {i % 13 + 1} ps 0.7 {dashes[i // 12 % 3]}")
    lines = [f"set terminal pngcairo size {520 * len(panels) + 300},640 font 'sans,9'", f"set output '{picture}'", f"set multiplot layout 1,{len(panels) + 1}",
             "set grid", f"set xlabel '{'columns kept, %' if reader else 'visual tokens kept, of 196'}'", "set key off"]
    for c, panel in enumerate(panels):
        lines.append(f"set title '{panel}: {title}'")
        lines.append("plot " + ", ".join(f"'{data}' index {i} using 1:{c + 2} with linespoints {style(i, m)}" for i, m in enumerate(full)))
    lines += ["unset title", "unset xlabel", "unset tics", "unset border", "unset grid", "set key center center maxrows 44 samplen 3", "set xrange [0:1]", "set yrange [0:1]"]
    lines.append("plot " + ", ".join(f"-1 with linespoints {style(i, m)} title '{m}' noenhanced" for i, m in enumerate(full)))
    lines.append("unset multiplot")
    subprocess.run(["gnuplot"], input="\n".join(lines), text=True, check=True)
